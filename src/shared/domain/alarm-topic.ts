const twoHan = /^\p{Script=Han}{2}$/u;

/** Factor and kind, as in "PM₂.₅ over limit", "高锰酸盐指数超上限": Chinese words have no space between them. */
export function alarmTopic(factor: string, kind: string): string {
  if (!factor) return kind;
  if (twoHan.test(factor.slice(-1) + kind.charAt(0))) return factor + kind;
  return `${factor} ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}
