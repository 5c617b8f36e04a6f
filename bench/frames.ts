/** Script for the page: the longest time between two frames while `work` runs. */
export const framesDuring = (work: string) => `(async () => {
  let last = await new Promise(requestAnimationFrame);
  let longest = 0;
  let isOver = false;
  const watched = (async () => {
    while (!isOver) {
      const now = await new Promise(requestAnimationFrame);
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  ${work}
  isOver = true;
  await watched;
  return longest;
})()`;
