/** What a device is known by: no two differ in the case of a letter only, whoever writes them. */
export function mnKey(mn: string): string {
  return mn.toLowerCase();
}
