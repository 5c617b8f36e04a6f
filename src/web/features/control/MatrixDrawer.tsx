import { Select, Table } from 'antd';
import { useState } from 'react';
import { interference } from '#shared/contract/control/interference.ts';
import type { Coefficient } from '#shared/domain/interference.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { BeforeAfter } from '#web/widgets/command/BeforeAfter.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import styles from './control.module.css';
import { changedRows, type Edits, type Interference, wantedMatrix } from './matrix.ts';
import { SettingDrawer } from './SettingDrawer.tsx';

interface MatrixDrawerProps {
  site_id: number;
  data: Interference;
  edits: Edits;
  onSent(): void;
  onClosed(): void;
}

/** Changed coefficients, preview of the last week, and the reason. */
export function MatrixDrawer({ site_id, data, edits, onSent, onClosed }: MatrixDrawerProps) {
  const t = useT();
  const language = useLanguage();
  const rows = changedRows(data.coefficients, edits);
  const wanted = wantedMatrix(data.coefficients, edits);
  const [shown, setShown] = useState(rows[0]?.component_id ?? 0);
  const setting = useAction(interference.set, { refresh: commandReads });
  const says = useSent();
  const factorOf = (component_id: number) =>
    data.factors.find((factor) => factor.component_id === component_id);
  const nameOf = (component_id: number) => {
    const factor = factorOf(component_id);
    return factor ? localName(factor, 'component_name', language) : String(component_id);
  };
  const words = (matrix: readonly Coefficient[], component_id: number) =>
    matrix
      .filter((each) => each.component_id === component_id)
      .map(({ other, c }) => `${nameOf(other)} ${c}`)
      .join(' · ') || t('interference.none');
  const send = async (reason: string) => {
    says(await setting.run({ items: rows.map((row) => ({ site_id, ...row })), reason }));
    onSent();
  };
  return (
    <SettingDrawer
      title={t('interference.set')}
      sendLabel={t('interference.send', { count: rows.length })}
      reasonHint={t('interference.reason_hint')}
      pending={setting.pending}
      onSend={send}
      onClosed={onClosed}
    >
      <ControlBar site_ids={[site_id]} />
      <Table
        size="small"
        pagination={false}
        rowKey="component_id"
        dataSource={rows}
        columns={[
          { title: t('interference.target'), render: (_value, { component_id }) => nameOf(component_id) },
          {
            title: t('interference.now'),
            render: (_value, { component_id }) => words(data.coefficients, component_id),
          },
          { title: t('interference.new'), render: (_value, { component_id }) => words(wanted, component_id) },
        ]}
      />
      {rows.length > 1 && (
        <div className={styles.field}>
          <Select
            aria-label={t('interference.target')}
            value={shown}
            onChange={setShown}
            options={rows.map(({ component_id }) => ({ value: component_id, label: nameOf(component_id) }))}
          />
        </div>
      )}
      <MatrixPreview
        site_id={site_id}
        component_id={shown}
        name={nameOf(shown)}
        unit={factorOf(shown)?.unit ?? ''}
        coefficients={wanted}
      />
    </SettingDrawer>
  );
}

interface MatrixPreviewProps {
  site_id: number;
  component_id: number;
  name: string;
  unit: string;
  coefficients: Coefficient[];
}

function MatrixPreview({ site_id, component_id, name, unit, coefficients }: MatrixPreviewProps) {
  const t = useT();
  const { data } = useCall(
    interference.preview,
    { site_id, component_id, coefficients },
    { keepPrevious: true },
  );
  if (!data) return null;
  return (
    <BeforeAfter
      title={t('interference.preview', { name })}
      unit={unit}
      note={!data.known && t('interference.assumed')}
      data={data}
    />
  );
}
