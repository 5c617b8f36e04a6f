/** The key of a device: MNs are compared case-insensitively. */
export function mnKey(mn: string): string {
  return mn.toLowerCase();
}
