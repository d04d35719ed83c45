import assert from 'node:assert/strict';
import { test } from 'node:test';

import { screenLayoutFor, type ScreenLayout } from '../../src/board/screenLayout.ts';

const SCREENS: [number, number, number, ScreenLayout][] = [
  [1707, 960, 3, 'wide'],
  [1280, 800, 3, 'wide'],
  [1024, 768, 3, 'columns'],
  [1024, 768, 1, 'wide'],
  [768, 1024, 3, 'portrait'],
  [390, 844, 3, 'tabs'],
  [360, 740, 1, 'tabs'],
  [844, 390, 3, 'landscape'],
  [640, 400, 2, 'landscape'], // 1280x800 at 200 %
];

test('each screen size has its layout', () =>
  assert.deepEqual(
    SCREENS.map(([width, height, others]) => screenLayoutFor(width, height, others)),
    SCREENS.map(([, , , shape]) => shape),
  ));
