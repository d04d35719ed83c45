// Makes a film of the cathedral, from one picture for each turn and the postcard at the end.
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
} from 'mediabunny';

import { HEIGHT as height, WIDTH as width } from './PostcardArt.svelte';

const FRAMES_PER_SECOND = 25;
const FRAMES = 8 * FRAMES_PER_SECOND;
/** The frames that show the postcard at the end, and those during which it appears. */
const END_FRAMES = 50;
const FADE_FRAMES = 12;

/** Return a video format that the browser can write, or null. */
export async function filmCodec(): Promise<VideoCodec | null> {
  if (!('VideoEncoder' in window)) return null; // old browsers, and pages without HTTPS
  return getFirstEncodableVideoCodec(['avc', 'vp9', 'av1'], { width, height });
}

/**
 * Return the film as an MP4 file. `draw` returns the pictures 0 to `count` - 1 and then the postcard,
 * or throws to cancel; `report` gets the finished share, from 0 to 1.
 */
export async function makeFilm(
  codec: VideoCodec,
  count: number,
  draw: (index: number) => Promise<CanvasImageSource>,
  report: (share: number) => void,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, bitrate: 4e6, keyFrameInterval: 1 });
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  try {
    await output.start();
    let shown = -1;
    let picture: CanvasImageSource = canvas;
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const endFrame = frame - FRAMES + END_FRAMES; // from 0 when the postcard appears
      const index = Math.min(count, Math.floor((frame / (FRAMES - END_FRAMES)) * count));
      if (index !== shown) picture = await draw((shown = index));
      if (context) context.globalAlpha = Math.min(1, Math.max(0, endFrame + 1) / FADE_FRAMES || 1);
      if (endFrame < FADE_FRAMES) context?.drawImage(picture, 0, 0, width, height);
      await source.add(frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
      report((frame + 1) / FRAMES);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob([target.buffer ?? ''], { type: 'video/mp4' });
}
