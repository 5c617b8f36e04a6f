import { Button, Drawer, Form } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormFields } from './FormFields.tsx';
import styles from './form-drawer.module.css';
import type { FieldSpec, Values } from './form-field.ts';
import { useLeaving } from './useConfirm.ts';
import { useLeaveGuard } from './useLeaveGuard.tsx';
import { useRowForm, type Writable } from './useRowForm.ts';

interface FormDrawerProps<Row> {
  resource: Writable<Row>;
  fields: readonly FieldSpec[];
  /** The row to edit; without one the form adds. */
  row?: Row;
  /** What the form of a new row starts with, beside the defaults of the contract. */
  start?: Values;
  width?: number;
  /** Stands in the form under its fields, and can watch them. */
  below?: ReactNode;
  /** After the drawer has slid away. */
  onClosed(): void;
}

const nothing: Values = {};

/** Adds or edits one row at the side of its list. */
export function FormDrawer<Row extends object>(props: FormDrawerProps<Row>) {
  const { resource, fields, row, start = nothing, width = 440, below, onClosed } = props;
  const t = useT();
  const leaving = useLeaving();
  const formId = useId();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const { form, dirty, pending, differences, take, ...rowForm } = useRowForm(
    resource,
    fields,
    row,
    start,
    close,
  );
  useLeaveGuard(dirty && open);

  const leave = () => leaving(dirty, close);
  const what = t.tx(`${resource.name}.what`);
  return (
    <Drawer
      title={t(row ? 'lists.edit_title' : 'lists.add_title', { what })}
      size={width}
      styles={{ body: { padding: 24 }, header: { padding: '12px 24px' }, footer: { padding: '12px 24px' } }}
      open={open}
      onClose={leave}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
      footer={
        <div className={styles.buttons}>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={pending}>
            {t(differences ? 'lists.save_again' : 'common.save')}
          </Button>
        </div>
      }
    >
      {differences && <ConflictNotice name={resource.name} differences={differences} onTake={take} />}
      <Form
        form={form}
        id={formId}
        layout="vertical"
        initialValues={rowForm.base}
        onValuesChange={(changed) => {
          // A message about what stood there before would only confuse.
          form.setFields(Object.keys(changed).map((key) => ({ name: key, errors: [] })));
          rowForm.changed();
        }}
        onFinish={() => void rowForm.submit()}
      >
        <FormFields name={resource.name} fields={rowForm.fields} schemas={rowForm.schemas} autoFocus />
        {below}
      </Form>
    </Drawer>
  );
}
