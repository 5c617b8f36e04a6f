import { Form, Modal } from 'antd';
import { useId, useState } from 'react';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Made } from '#web/ui/choices.tsx';
import { FormFields } from '#web/ui/FormFields.tsx';
import { cleaned, type Field, type FieldSpec, schemasOf, type Values } from '#web/ui/form-field.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import type { Writable } from '#web/ui/useRowForm.ts';

interface MakeRowProps<Row> extends Made {
  resource: Writable<Row>;
  /** Required fields, the name first; the others can be edited later. */
  fields: readonly FieldSpec[];
}

/** Dialog that creates a row of a table, opened over a form that references it. */
export function MakeRow<Row extends object>({
  resource,
  fields,
  searched,
  onMade,
  onClosed,
}: MakeRowProps<Row>) {
  const t = useT();
  const toast = useToast();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const [open, setOpen] = useState(true);
  const add = useAction(resource.add, { refresh: [resource.list], done: 'common.added' });
  const schemas = schemasOf(resource.add);
  const specs = fields.map((spec): Field => (typeof spec === 'string' ? { key: spec } : spec));
  const keys = specs.map(({ key }) => key);
  const start = Object.fromEntries(
    keys.map((key, at) => [key, (at === 0 && searched) || schemas[key]?.safeParse(undefined).data]),
  );
  const save = async (values: Values) => {
    try {
      const made = await add.run(
        Object.fromEntries(keys.map((key) => [key, cleaned(schemas[key], values[key])])),
      );
      onMade(Number(made[resource.id]));
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, keys, error, toast.error);
    }
  };
  return (
    <Modal
      open={open}
      title={t('lists.add_title', { what: t.tx(`${resource.name}.what`) })}
      okText={t('common.save')}
      confirmLoading={add.pending}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form
        form={form}
        id={formId}
        layout="vertical"
        initialValues={start}
        onFinish={(values) => void save(values)}
      >
        <FormFields name={resource.name} fields={specs} schemas={schemas} autoFocus />
      </Form>
    </Modal>
  );
}
