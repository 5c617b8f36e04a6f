import { Form, type FormInstance, Input, InputNumber, Switch } from 'antd';
import { Fragment, type ReactElement } from 'react';
import type * as z from 'zod';
import { type T, useT } from '#web/i18n.ts';
import { ChoiceSelect } from './choices.tsx';
import styles from './form-drawer.module.css';
import { cleaned, editorOf, type Field, isRequired, problemWith } from './form-field.ts';
import { forgetProblems, standingProblem } from './form-problems.ts';

interface FormFieldsProps {
  /** Prefix of the word keys: label `sites.height`, help `sites.height_help`, unit `sites.height_unit`. */
  name: string;
  fields: readonly Field[];
  schemas: Readonly<Record<string, z.ZodType>>;
  /** Focuses the first field. */
  autoFocus?: boolean;
}

export function FormFields({ name, fields, schemas, autoFocus = false }: FormFieldsProps) {
  const t = useT();
  const form = Form.useFormInstance();
  const values = Form.useWatch<Record<string, unknown>>([]) ?? {};
  return fields
    .filter((field) => !field.when || field.when(values))
    .map((field, index) => {
      const schema = schemas[field.key];
      if (!schema) return null;
      const editor = editorOf(field, schema);
      const help = `${name}.${field.key}_help`;
      const needed = field.needed?.(values) ?? isRequired(schema);
      return (
        <Fragment key={field.key}>
          {field.section && <h3 className={styles.section}>{t.tx(`${name}.section_${field.section}`)}</h3>}
          <Form.Item
            className={field.side && styles[field.side]}
            name={field.key}
            label={t.tx(`${name}.${field.key}`)}
            extra={field.help ?? (t.has(help) ? t.tx(help) : undefined)}
            {...(field.saysProblems && { help: '' })}
            required={editor !== 'switch' && needed}
            valuePropName={editor === 'switch' ? 'checked' : 'value'}
            // Validates on blur, not while typing.
            validateTrigger={editor === 'choice' ? 'onChange' : 'onBlur'}
            rules={[
              { validator: (_rule, value) => check(t, schema, value, needed) },
              // Runs on submit only: no input event has this name.
              { validateTrigger: 'onSend', validator: async () => forgetProblems(form) },
              { validator: (_rule, value) => checkStanding(form, field.key, value) },
            ]}
          >
            {field.editor ?? editorFor(t, field, editor, name, autoFocus && index === 0)}
          </Form.Item>
        </Fragment>
      );
    });
}

function unitOf(t: T, name: string, { key }: Field): string | undefined {
  const unit = `${name}.${key}_unit`;
  return t.has(unit) ? t.tx(unit) : undefined;
}

async function check(t: T, schema: z.ZodType, value: unknown, needed: boolean): Promise<void> {
  const sent = cleaned(schema, value);
  const found = needed && sent === null ? { problem: 'required' } : problemWith(schema, sent);
  if (found) throw new Error(t.tx(`problems.${found.problem}`, found.params));
}

async function checkStanding(form: FormInstance, key: string, value: unknown): Promise<void> {
  const standing = standingProblem(form, key, value);
  if (standing) throw new Error(standing);
}

function editorFor(
  t: T,
  field: Field,
  editor: ReturnType<typeof editorOf>,
  name: string,
  autoFocus: boolean,
): ReactElement {
  switch (editor) {
    case 'input':
      return <Input autoFocus={autoFocus} autoComplete="off" />;
    case 'textarea':
      return <Input.TextArea autoFocus={autoFocus} autoSize={{ minRows: 3, maxRows: 8 }} />;
    case 'number':
      return <InputNumber autoFocus={autoFocus} className={styles.number} suffix={unitOf(t, name, field)} />;
    case 'password':
      return <Input.Password autoFocus={autoFocus} autoComplete="new-password" />;
    case 'switch':
      return <Switch />;
    case 'choice':
      return (
        <ChoiceSelect
          name={name}
          field={field.key}
          choices={field.choices ?? []}
          placeholder={t('common.please_select')}
          allowClear
        />
      );
  }
}
