/** Do something once the next frame is drawn, unless the answer is called before. */
export function afterFrame(work: () => unknown): () => void {
  let later: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (later = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(later);
  };
}
