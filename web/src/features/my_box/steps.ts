// The steps of the screen, in their order.
import type { Component } from 'svelte';

import BoardsStep from './steps/BoardsStep.svelte';
import CardsStep from './steps/CardsStep.svelte';
import InfluenceStep from './steps/InfluenceStep.svelte';
import PlansStep from './steps/PlansStep.svelte';
import RestStep from './steps/RestStep.svelte';
import TilesStep from './steps/TilesStep.svelte';
import TrackStep from './steps/TrackStep.svelte';
import type { StepName, StepProps } from './step';
import type { CheckedBox } from '../../protocol.gen';

export interface Step {
  name: StepName;
  /** The places of its lists in the entered box. */
  places: readonly string[];
  component: Component<StepProps>;
}

export const STEPS: readonly Step[] = [
  { name: 'bases', places: ['cards.bases'], component: CardsStep },
  { name: 'middles', places: ['cards.middles'], component: CardsStep },
  { name: 'domes', places: ['cards.domes'], component: CardsStep },
  { name: 'plans', places: [2, 3, 4].map((n) => `plans.plans_${n}`), component: PlansStep },
  { name: 'tiles', places: ['tiles', 'resources'], component: TilesStep },
  {
    name: 'influence',
    places: ['craftsmen', 'teamsters', 'merchants', 'clergy'].map((n) => `influence.${n}`),
    component: InfluenceStep,
  },
  { name: 'boards', places: ['boards'], component: BoardsStep },
  { name: 'track', places: ['prestige'], component: TrackStep },
  { name: 'rest', places: ['rubles'], component: RestStep },
];

/** Return the step at which a place of the entered box is corrected. */
export function stepOfPlace(place: string): Step | undefined {
  return STEPS.find((step) =>
    step.places.some((own) => own === place || place.startsWith(`${own}.`)),
  );
}

/** Return how many components of a step have been entered, of how many. */
export function progressOf(step: Step, checked: CheckedBox | null): { n: number; of: number } {
  const parts = step.places.flatMap((place) => checked?.progress[place] ?? []);
  const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
  return { n: sum(parts.map((part) => part.entered)), of: sum(parts.map((part) => part.of)) };
}
