export interface TestSite {
  site_id: number;
  mn: string;
}

export interface ScopeCase {
  /** A question whose answer names every site that the user may see, and no other. */
  asks?: () => object;
  /** The same of one site. Of a foreign one it is refused, or nothing is said of it. */
  of?: (site: TestSite) => object;
  /** Why the call needs neither. */
  spared?: string;
}

export const bySite = { of: ({ site_id }: TestSite) => ({ site_id }) };
export const everything = { asks: () => ({}) };

/** What work orders ask of sites. */
export const orderCases: Record<string, ScopeCase> = {
  'orders.list': { ...everything, ...bySite },
  'orderStatistics.data': {
    asks: () => ({ created_at_from: '2026-11-01T00:00:00Z', created_at_to: '2026-12-01T00:00:00Z' }),
  },
  'orderPlans.list': everything,
  'orderPlans.add': {
    of: ({ site_id }) => ({
      ...{ plan_name: `of ${site_id}`, order_type_id: 1, every_days: 7, first_at: '2027-01-01T00:00:00Z' },
      site_ids: [site_id],
    }),
  },
  'orderPlans.edit': { spared: 'as adding: one that is not seen is refused' },
  'orderPlanSites.list': { ...everything, ...bySite },
  'orderRequests.list': { ...everything, ...bySite },
  'orderRequestActions.photo': { spared: 'of one request: requests.test.ts' },
  'orderCodes.data': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
  'orderCodes.renew': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
  'faultReports.look': { spared: 'whoever holds a code stands at the station' },
  'orderActions.get': { spared: 'of one order: orders.test.ts' },
  'orderActions.add': { of: ({ site_id }) => ({ order_type_id: 1, order_title: 'x', site_id }) },
};
