import { Alert } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { corrections } from '#shared/contract/control/corrections.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { send } from '#web/api/client.ts';
import { explain } from '#web/api/explain.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { useFactors } from '#web/widgets/useFactors.ts';
import { useSites } from '#web/widgets/useSites.ts';
import styles from './device-factors.module.css';
import { FactorSelect } from './FactorSelect.tsx';
import { FactorTable } from './FactorTable.tsx';
import { copiedFrom, type FactorLine, factorIn, lineOf, linesOf } from './factor-lines.ts';
import { type FactorEdits, type FactorsRead, useFactorEdits } from './useFactorEdits.ts';

interface FactorEditorProps {
  site_id: number;
  read: FactorsRead;
  reload(): Promise<FactorsRead>;
  onSaved(): Promise<void>;
  onDirty(dirty: boolean): void;
}

/** Editor of a site's factors and their order; saved as one list. */
export function FactorEditor({ site_id, read, reload, onSaved, onDirty }: FactorEditorProps) {
  const t = useT();
  const language = useLanguage();
  const everyFactor = useFactors();
  // The site's own factors are known even without permission to list all.
  const factorOf = (component_id: number) =>
    everyFactor(component_id) ?? factorIn(read.data_info, component_id);
  const edits = useFactorEdits(site_id, read, reload, onSaved);
  const { lines, setLines, dirty, touched, refused } = edits;
  const mayWrite = useMay(sites.edit.needs);
  const mayCorrect = useMay(corrections.set.needs);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const nameOf = (component_id: number) => {
    const factor = factorOf(component_id);
    return factor ? localName(factor, 'component_name', language) : String(component_id);
  };
  const names = touched?.map(nameOf).join(t('lists.between'));
  return (
    <>
      {mayWrite && <Tools lines={lines} onChange={setLines} />}
      {touched && (
        <Alert
          className={styles.notice}
          type="warning"
          showIcon
          title={t('deviceFactors.merged')}
          description={names ? t('deviceFactors.merged_factors', { names }) : t('deviceFactors.merged_none')}
        />
      )}
      {refused && <Alert className={styles.notice} type="error" showIcon title={explain(t, refused)} />}
      <FactorTable
        lines={lines}
        interval={read.interval_seconds}
        judged={edits.judged}
        disabled={!mayWrite}
        kbDisabled={!mayCorrect}
        factorOf={factorOf}
        nameOf={nameOf}
        onChange={setLines}
      />
      <Footer site_id={site_id} edits={edits} mayWrite={mayWrite} />
    </>
  );
}

interface ToolsProps {
  lines: readonly FactorLine[];
  onChange(lines: FactorLine[]): void;
}

/** Adds a factor, or copies those of another site. */
function Tools({ lines, onChange }: ToolsProps) {
  const t = useT();
  const toast = useToast();
  const { sites: known } = useSites();
  const copy = async ([from]: number[]) => {
    if (from === undefined) return;
    try {
      const { data_info } = await send(factorCalls.ofSite, { site_id: from });
      onChange(copiedFrom(linesOf(data_info), lines));
      const name = known.find((site) => site.site_id === from)?.site_name;
      toast.success(t('deviceFactors.copied', { name, count: data_info.length }));
    } catch (error) {
      toast.error(explain(t, error));
    }
  };
  return (
    <div className={styles.tools}>
      <FactorSelect
        taken={lines.map(({ component_id }) => component_id)}
        onPick={(component_id) => onChange([...lines, lineOf(component_id)])}
      />
      <SitePicker
        label={t('deviceFactors.copy')}
        placeholder={t('deviceFactors.pick_site')}
        value={[]}
        onChange={(from) => void copy(from)}
      />
      <span className={styles.soft}>{t('deviceFactors.kb_hint')}</span>
      <span className={styles.soft}>{t('deviceFactors.interval_hint')}</span>
    </div>
  );
}

interface FooterProps {
  site_id: number;
  edits: FactorEdits;
  mayWrite: boolean;
}

function Footer({ site_id, edits, mayWrite }: FooterProps) {
  const t = useT();
  const mayHistory = useMay(audit.list.needs);
  return (
    <footer className={styles.footer}>
      <div className={styles.summary}>
        <span className={styles.soft}>{t('deviceFactors.count', { count: edits.lines.length })}</span>
        {mayHistory && (
          <Link to={`/assistconfigs/audit?entity=device_factor&entity_id=${site_id}`}>
            {t('deviceFactors.history')}
          </Link>
        )}
      </div>
      {mayWrite && (
        <SaveButtons
          dirty={edits.dirty}
          saving={edits.saving}
          save={t('deviceFactors.save')}
          discard={t('deviceFactors.discard')}
          onSave={edits.submit}
          onDiscard={edits.discard}
        />
      )}
    </footer>
  );
}
