export interface TestSite {
  site_id: number;
  mn: string;
}

export interface ScopeCase {
  /** Input whose answer names exactly the sites that the user may see. */
  asks?: () => object;
  /** Input for one site; for a foreign site the call is refused or answers nothing about it. */
  of?: (site: TestSite) => object;
  /** Reason why the call needs neither. */
  spared?: string;
}

/** The month with the stations' data, and a cell of a report in it. */
export const span = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };
export const cellOf = (site_id: number) => ({ site_id, kind: 'day', date: '2026-11-15', ts: null });

export const bySite = { of: ({ site_id }: TestSite) => ({ site_id }) };
export const everything = { asks: () => ({}) };

/** Calls about work orders that involve sites. */
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
  'orderCodes.data': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
  'orderCodes.renew': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
  'faultReports.look': { spared: 'whoever holds a code stands at the station' },
  'orderActions.get': { spared: 'of one order: orders.test.ts' },
  'orderActions.add': { of: ({ site_id }) => ({ order_type_id: 1, order_title: 'x', site_id }) },
};

/** Calls about commands that involve sites. */
export function controlCases({
  span,
  fineDust,
}: {
  span: object;
  fineDust(): number;
}): Record<string, ScopeCase> {
  return {
    'commandLog.list': { ...everything, ...bySite },
    'commandActions.send': { of: ({ site_id }) => ({ kind: 'time_read', targets: [{ site_id }] }) },
    'commandActions.get': { spared: 'of one command: control.test.ts' },
    'kbValues.list': { ...everything, ...bySite },
    'kbActions.set': {
      of: ({ site_id }) => ({ items: [{ site_id, component_id: 1, k: 1, b: 0 }], reason: 'x' }),
    },
    'kbActions.read': bySite,
    'kbActions.readBatch': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'kbActions.rollBack': { spared: 'of one command: kb.test.ts' },
    'kbActions.preview': { of: ({ site_id }) => ({ site_id, component_id: 1, k: 1, b: 0 }) },
    'interference.data': bySite,
    'interference.set': {
      of: ({ site_id }) => ({
        items: [{ site_id, component_id: 1, list: [{ other: 2, c: 0.1 }] }],
        reason: 'x',
      }),
    },
    'interference.read': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'interference.rollBack': { spared: 'of one command: interference.test.ts' },
    'interference.preview': { of: ({ site_id }) => ({ site_id, component_id: 1, coefficients: [] }) },
    'corrections.data': bySite,
    'corrections.place': { of: ({ site_id }) => ({ site_id, place: 'platform', reason: 'x' }) },
    'corrections.set': {
      of: ({ site_id }) => ({ site_id, items: [{ component_id: 1, k: 1, b: 0 }], reason: 'x' }),
    },
    'corrections.waiting': everything,
    'corrections.preview': {
      of: ({ site_id }) => ({ site_id, component_id: 1, items: [{ component_id: 1, k: 1, b: 0 }] }),
    },
    'siteFit.one': {
      of: ({ site_id }) => ({ reference_id: site_id, site_id, component_id: fineDust(), ...span }),
    },
    'siteFit.batch': {
      of: ({ site_id }) => ({
        ...{ reference_id: site_id, site_ids: [site_id], component_ids: [fineDust()], ...span },
      }),
    },
    'kbImport.preview': { spared: 'of an own file: a site that is not seen is unknown, kb-import.test.ts' },
    'resupply.gaps': { of: ({ site_id }) => ({ site_ids: [site_id], data_type: 'hour', ...span }) },
    'resupply.up': { of: ({ site_id }) => ({ site_ids: [site_id], data_type: 'hour', ...span }) },
    'resupply.extract': { of: ({ site_id }) => ({ site_ids: [site_id], data_type: 'hour', ...span }) },
    'autoResupply.list': { ...everything, ...bySite },
    'resupplyRuns.list': { ...everything, ...bySite },
    'resupplyGaps.list': { ...everything, ...bySite },
    'autoResupplyActions.start': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'autoResupplyActions.stop': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'autoResupplyActions.set': {
      of: ({ site_id }) => ({
        site_ids: [site_id],
        data_types: ['hour'],
        window_days: 30,
        every_minutes: 60,
      }),
    },
    'autoResupplyActions.look': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.data': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.phoneSend': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.phoneRead': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.meterRead': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.tvocRead': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.simUsage': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'deviceInformation.drift': { of: ({ site_id }) => ({ site_id, ...span }) },
    'originalValues.data': {
      of: ({ site_id }) => ({
        site_ids: [site_id],
        component_id: fineDust(),
        data_type: 'realtime',
        ...span,
      }),
    },
    'originalValues.control': { ...everything, of: ({ mn }) => ({ mns: [mn] }) },
    'controlLease.open': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'controlLease.extend': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'controlLease.close': { of: ({ site_id }) => ({ site_ids: [site_id] }) },
    'controlLease.data': { ...everything, of: ({ site_id }) => ({ site_ids: [site_id] }) },
  };
}
