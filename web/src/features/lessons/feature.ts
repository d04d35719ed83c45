import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import LessonCard from './LessonCard.svelte';
import LessonsDialog from './LessonsDialog.svelte';

/** Lessons in steps; each step has its own table. */
export const lessons: Feature = {
  dialogs: { lessons: { component: LessonsDialog } },
  table: {
    dialogs: { learn: tableView({ component: LessonsDialog }, ({ house }) => ({ house })) },
    card: {
      priority: 70,
      ...tableView({ component: LessonCard }, ({ house, store, table, openDialog }) =>
        table.lesson ? { house, store, step: table.lesson, more: () => openDialog('learn') } : null,
      ),
    },
  },
};
