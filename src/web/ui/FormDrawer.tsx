import { Alert, Form } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { ConflictHint } from './ConflictHint.tsx';
import { FormFields } from './FormFields.tsx';
import { FormSheet } from './FormSheet.tsx';
import styles from './form-drawer.module.css';
import type { FieldSpec, Values } from './form-field.ts';
import { useRowForm, type Writable } from './useRowForm.ts';

interface FormDrawerProps<Row> {
  resource: Writable<Row>;
  fields: readonly FieldSpec[];
  /** The row to edit; undefined adds a new one. */
  row?: Row;
  /** Initial values of a new row, besides the defaults of the contract. */
  start?: Values;
  width?: number;
  /** Text above the fields. */
  note?: string;
  /** Content below the fields; inside the form, so that it can watch them. */
  below?: ReactNode;
  /** Called after the closing animation. */
  onClosed(): void;
}

const nothing: Values = {};

/** Drawer to add or edit one row of a list. */
export function FormDrawer<Row extends object>(props: FormDrawerProps<Row>) {
  const { resource, fields, row, start = nothing, width, note, below, onClosed } = props;
  const t = useT();
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
  const what = t.tx(`${resource.name}.what`);
  return (
    <FormSheet
      title={t(row ? 'lists.edit_title' : 'lists.add_title', { what })}
      width={width}
      open={open}
      dirty={dirty}
      formId={formId}
      ok={t(differences ? 'lists.save_again' : 'common.save')}
      pending={pending}
      onClose={close}
      onClosed={onClosed}
    >
      {note && <Alert className={styles.note} type="info" showIcon title={note} />}
      {differences && (
        <ConflictHint name={resource.name} kinds={resource.kinds} differences={differences} onTake={take} />
      )}
      <Form
        form={form}
        id={formId}
        layout="vertical"
        initialValues={rowForm.base}
        onValuesChange={(changed) => {
          // Clears the message: it was about the previous value.
          form.setFields(Object.keys(changed).map((key) => ({ name: key, errors: [] })));
          rowForm.changed();
        }}
        onFinish={() => void rowForm.submit()}
      >
        <FormFields name={resource.name} fields={rowForm.fields} schemas={rowForm.schemas} autoFocus />
        {below}
      </Form>
    </FormSheet>
  );
}
