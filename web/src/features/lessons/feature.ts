import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import LessonCard from './LessonCard.svelte';
import LessonsDialog from './LessonsDialog.svelte';

/** Lessons in steps; each step has its own table. */
export const lessons: Feature = {
  dialogs: { lessons: { component: LessonsDialog } },
  table: {
    card: {
      priority: 70,
      ...tableView({ component: LessonCard }, (scope) => {
        const { lesson: step } = scope.table;
        return step && { scope, step };
      }),
    },
  },
};
