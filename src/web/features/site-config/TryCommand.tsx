import { Form, Input } from 'antd';
import { useMemo, useState } from 'react';
import type { SentOf } from '#shared/contract/define.ts';
import { agreementCommandTrials } from '#shared/contract/site-config/agreement-commands.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import type { ParamValue } from '#shared/domain/command-params.ts';
import { wireSpecs } from '#shared/domain/command-wires.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import type { Values } from '#web/ui/form-field.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { ParamInputs } from './ParamInputs.tsx';
import styles from './protocols.module.css';
import { TriedCommand } from './TriedCommand.tsx';

type Trial = SentOf<typeof agreementCommandTrials.run>;
type Told = Record<string, ParamValue | undefined>;

/** Trial of the command as currently edited: shows its frames and decodes a pasted reply. Nothing is sent. */
export function TryCommand() {
  const t = useT();
  const may = useMay(agreementCommandTrials.run.needs);
  const form = Form.useWatch<Values>([]);
  const [site_ids, setSites] = useState<number[]>([]);
  const [params, setParams] = useState<Told>({});
  const [entry, setEntry] = useState<Told>({});
  const [reply, setReply] = useState('');
  const name = form?.kind as CommandKindName | undefined;
  const kind = name && commandKind(name);
  const trial = useMemo(
    () => trialOf(form ?? {}, { site_id: site_ids[0], params, entry, reply }),
    [form, site_ids, params, entry, reply],
  );
  const asked = useSettled(trial);
  if (!may || !kind) return null;
  return (
    <section className={styles.trial}>
      <h3>{t('agreementCommands.try')}</h3>
      <p>{t('agreementCommands.try_hint')}</p>
      <div className={styles.told}>
        <SitePicker
          label={t('agreementCommands.try_site')}
          placeholder={t('common.please_select')}
          value={site_ids}
          onChange={setSites}
        />
        <ParamInputs params={kind.params} value={params} onChange={setParams} />
        {kind.list && kind.does === 'write' && (
          <ParamInputs params={kind.list} value={entry} onChange={setEntry} />
        )}
      </div>
      <Input.TextArea
        className={styles.wire}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={10_000}
        aria-label={t('agreementCommands.try_reply')}
        placeholder={t('agreementCommands.try_reply')}
        value={reply}
        onChange={({ target }) => setReply(target.value)}
      />
      {asked ? <TriedCommand of={asked} /> : <p>{t('agreementCommands.try_unfinished')}</p>}
    </section>
  );
}

/** Undefined while the input is incomplete. */
function trialOf(
  { kind, wires }: Values,
  {
    site_id,
    params,
    entry,
    reply,
  }: { site_id: number | undefined; params: Told; entry: Told; reply: string },
): Trial | undefined {
  const parsed = wireSpecs.safeParse(wires);
  if (site_id === undefined || !parsed.success || typeof kind !== 'string') return undefined;
  const filled = (told: Told) =>
    Object.fromEntries(
      Object.entries(told).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, value] as const],
      ),
    );
  const list = Object.keys(filled(entry)).length > 0 ? [filled(entry)] : [];
  return { site_id, kind: kind as CommandKindName, wires: parsed.data, params: filled(params), list, reply };
}
