import { agreementCommands } from '#shared/contract/site-config/agreement-commands.ts';
import type { Client } from '#test/helpers/app.ts';

/** A protocol describes each kind only once, so each example uses another. */
const kinds = ['sample_now', 'clean', 'compare_sample', 'qc_zero', 'qc_span'];

/** One example of each write about the commands of protocols, for the test of the audit log. */
export function agreementCommandExamples(host: () => { admin: Client }) {
  const fields = () => ({
    agreement_id: 1,
    kind: kinds.shift() ?? '',
    wires: [{ cn: '3039', ask: 'PolId={factor}' }],
  });
  const added = () => host().admin.send(agreementCommands.add, fields());
  return {
    'agreementCommands.add': async () => fields(),
    'agreementCommands.edit': async () => ({ ...(await added()), version: 1, remark: 'x' }),
    'agreementCommands.remove': added,
  };
}
