import { Alert, Checkbox, Form, InputNumber, Radio, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { SentOf } from '#shared/contract/define.ts';
import { batchFields, factorChange, siteBatch } from '#shared/contract/sites/batch.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect } from '#web/ui/choices.tsx';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { isConflict } from '#web/ui/form-problems.ts';
import { grouped } from '#web/ui/grouped.ts';
import { FactorsInput } from '#web/widgets/FactorsInput.tsx';
import styles from './batch-edit.module.css';
import { agreement, product, project } from './site-choices.ts';

type Changes = SentOf<typeof siteBatch.preview>['changes'];
type BatchField = (typeof batchFields)[number];
type Wanted = Partial<Record<BatchField, boolean>>;

interface BatchEditProps {
  /** The ticked rows. */
  site_ids: number[];
  /** The list's filters, to change all matching rows on every page. */
  query: Record<string, unknown>;
  onClosed(): void;
}

/** Usual sending interval of loggers. */
const USUAL_SECONDS = 60;

/** Changes many sites at once, with a preview of the number of changes. */
export function BatchEdit({ site_ids, query, onClosed }: BatchEditProps) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [open, setOpen] = useState(true);
  const [isAll, setIsAll] = useState(site_ids.length === 0);
  const [wanted, setWanted] = useState<Wanted>({});
  const [values, setValues] = useState<Changes>({ interval_seconds: USUAL_SECONDS });
  const changes = chosenChanges(wanted, values);
  const chosen = isAll ? { query } : { site_ids };
  const all = useCall(sites.list, { ...query, page_size: 1 });
  const preview = useCall(
    siteBatch.preview,
    { ...chosen, changes: changes ?? {} },
    { enabled: changes !== undefined && open },
  );
  const run = useAction(siteBatch.run, { refresh: [sites.list], shows: isConflict });
  const seen = changes && preview.data;
  const apply = async () => {
    if (!changes || !seen) return;
    try {
      const { changed } = await run.run({ ...chosen, changes, basis: seen.basis });
      toast.success(t('siteBatch.done', { count: changed }));
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError) || !isConflict(error)) return;
      toast.warning(t('lists.import_checked_again'));
      await preview.refetch();
    }
  };
  return (
    <FormSheet
      title={t('siteBatch.title')}
      width={520}
      open={open}
      dirty={changes !== undefined}
      formId={formId}
      ok={seen ? t('siteBatch.apply', { count: seen.changed }) : t('siteBatch.apply_unknown')}
      pending={run.pending}
      disabled={!seen || seen.changed === 0 || preview.isFetching}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Form id={formId} layout="vertical" onFinish={() => void apply()}>
        <h3 className={styles.section}>{t('siteBatch.which')}</h3>
        <Radio.Group
          className={styles.which}
          value={isAll}
          onChange={({ target }) => setIsAll(Boolean(target.value))}
        >
          {site_ids.length > 0 && (
            <Radio value={false}>{t('siteBatch.of_selected', { count: site_ids.length })}</Radio>
          )}
          <Radio value={true}>
            {t('siteBatch.of_filter')}
            {all.data && ` (${grouped(all.data.total)})`}
          </Radio>
        </Radio.Group>
        {isAll && <p className={styles.hint}>{t('siteBatch.of_filter_hint')}</p>}
        <h3 className={styles.section}>{t('siteBatch.what')}</h3>
        <BatchFields wanted={wanted} onWanted={setWanted} values={values} onValues={setValues} />
        <Effect
          hasChanges={changes !== undefined}
          missing={missingValues(wanted, values)}
          isPending={preview.isFetching}
          error={preview.error}
          seen={seen}
        />
      </Form>
    </FormSheet>
  );
}

interface BatchFieldsProps {
  wanted: Wanted;
  onWanted(wanted: Wanted): void;
  values: Changes;
  onValues(values: Changes): void;
}

/** Each field must be ticked first, to prevent accidental changes. */
function BatchFields({ wanted, onWanted, values, onValues }: BatchFieldsProps) {
  const t = useT();
  const field = (key: BatchField, editor: ReactNode) => (
    <BatchLine
      key={key}
      label={t(`siteBatch.${key}`)}
      checked={wanted[key] ?? false}
      onChange={(checked) => onWanted({ ...wanted, [key]: checked })}
    >
      {editor}
    </BatchLine>
  );
  return (
    <>
      {field(
        'project_id',
        <>
          <ChoiceSelect
            name="siteBatch"
            field="project_id"
            choices={project}
            disabled={values.project_id === null}
            placeholder={t('common.please_select')}
            value={values.project_id}
            onChange={(value) =>
              onValues({ ...values, project_id: value === undefined ? undefined : Number(value) })
            }
          />
          {/* Explicit option: an empty select would remove sites from their project unnoticed. */}
          <Checkbox
            checked={values.project_id === null}
            onChange={({ target }) => onValues({ ...values, project_id: target.checked ? null : undefined })}
          >
            {t('siteBatch.no_project')}
          </Checkbox>
        </>,
      )}
      {(['product_id', 'agreement_id'] as const).map((key) =>
        field(
          key,
          <ChoiceSelect
            name="siteBatch"
            field={key}
            choices={key === 'product_id' ? product : agreement}
            placeholder={t('common.please_select')}
            value={values[key]}
            onChange={(value) =>
              onValues({ ...values, [key]: value === undefined ? undefined : Number(value) })
            }
          />,
        ),
      )}
      {field(
        'interval_seconds',
        <InputNumber
          aria-label={t('siteBatch.interval_seconds')}
          className={styles.number}
          min={1}
          max={86_400}
          precision={0}
          suffix={t('sites.interval_seconds_unit')}
          value={values.interval_seconds}
          onChange={(value) => onValues({ ...values, interval_seconds: value ?? undefined })}
        />,
      )}
      {field(
        'factors',
        <FactorsChange value={values.factors} onChange={(factors) => onValues({ ...values, factors })} />,
      )}
    </>
  );
}

/** Ticked fields without a value. */
function missingValues(wanted: Wanted, values: Changes): BatchField[] {
  return batchFields.filter((key) => {
    if (!wanted[key]) return false;
    if (key !== 'factors') return values[key] === undefined;
    const { how, component_ids = [] } = values.factors ?? { how: 'template' as const };
    return how !== 'template' && component_ids.length === 0;
  });
}

/** Undefined if nothing is ticked or a ticked field has no value. */
function chosenChanges(wanted: Wanted, values: Changes): Changes | undefined {
  const keys = batchFields.filter((key) => wanted[key]);
  if (keys.length === 0 || missingValues(wanted, values).length > 0) return undefined;
  return Object.fromEntries(
    keys.map((key) => [key, key === 'factors' ? (values.factors ?? { how: 'template' }) : values[key]]),
  );
}

interface BatchLineProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}

function BatchLine({ label, checked, onChange, children }: BatchLineProps) {
  return (
    <div className={styles.line}>
      <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Checkbox>
      {checked && <div className={styles.editor}>{children}</div>}
    </div>
  );
}

type How = NonNullable<Changes['factors']>['how'];

function removesOthers(how: How): boolean {
  return how === 'template' || how === 'replace';
}

interface FactorsChangeProps {
  value: Changes['factors'];
  onChange(factors: Changes['factors']): void;
}

function FactorsChange({ value = { how: 'template' }, onChange }: FactorsChangeProps) {
  const t = useT();
  return (
    <>
      <Select
        aria-label={t('siteBatch.how')}
        value={value.how}
        options={factorChange.options.map((how) => ({ value: how, label: t(`siteBatch.how_${how}`) }))}
        onChange={(how) => onChange({ ...value, how })}
      />
      {value.how !== 'template' && (
        <FactorsInput
          label={t('siteBatch.factors')}
          value={value.component_ids ?? []}
          onChange={(component_ids) => onChange({ ...value, component_ids })}
        />
      )}
      <p className={styles.hint}>
        {t(removesOthers(value.how) ? 'siteBatch.how_hint_replaces' : 'siteBatch.how_hint')}
      </p>
    </>
  );
}

interface EffectProps {
  hasChanges: boolean;
  missing: readonly BatchField[];
  isPending: boolean;
  error: unknown;
  seen:
    | { total: number; changed: number; lost: number; by_field: { field: BatchField; count: number }[] }
    | undefined;
}

/** Preview: number of changed sites and fields. */
function Effect({ hasChanges, missing, isPending, error, seen }: EffectProps) {
  const t = useT();
  if (missing.length > 0) {
    const fields = missing.map((field) => t(`siteBatch.${field}`)).join(t('lists.between'));
    return <Alert className={styles.effect} type="info" title={t('siteBatch.missing', { fields })} />;
  }
  if (!hasChanges) return <Alert className={styles.effect} type="info" title={t('siteBatch.nothing')} />;
  if (error && !seen) return <Alert className={styles.effect} type="error" title={t('common.load_failed')} />;
  if (!seen || isPending)
    return <Alert className={styles.effect} type="info" title={t('siteBatch.counting')} />;
  const { total, changed, lost, by_field } = seen;
  return (
    <>
      <Alert
        className={styles.effect}
        type={changed > 0 ? 'success' : 'info'}
        title={t(changed > 0 ? 'siteBatch.preview' : 'siteBatch.preview_none', { total, changed })}
        description={
          by_field.length > 1
            ? by_field
                .map(({ field, count }) =>
                  t('siteBatch.preview_field', { field: t(`siteBatch.${field}`), count }),
                )
                .join(t('lists.between'))
            : undefined
        }
      />
      {lost > 0 && (
        <Alert
          className={styles.effect}
          type="warning"
          showIcon
          title={t('siteBatch.lost', { count: lost })}
        />
      )}
    </>
  );
}
