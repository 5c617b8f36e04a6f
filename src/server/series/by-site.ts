export function bySite<Row extends { site_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const sites = new Map<number, Row[]>();
  for (const row of rows) {
    const known = sites.get(row.site_id);
    if (known) known.push(row);
    else sites.set(row.site_id, [row]);
  }
  return sites;
}
