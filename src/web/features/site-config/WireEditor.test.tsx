import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agreementCommands } from '#shared/contract/site-config/agreement-commands.ts';
import type { WireSpec } from '#shared/domain/command-wires.ts';
import { FormFields } from '#web/ui/FormFields.tsx';
import { schemasOf } from '#web/ui/form-field.ts';
import { showPage, signInAs } from '#web/ui/testing.tsx';
import { blankWire, WireEditor } from './WireEditor.tsx';

beforeEach(() => signInAs(0));
afterEach(cleanup);

interface EditorProps {
  kind: string;
  wire: Partial<WireSpec>;
  /** What the server says of it. */
  refused?: string;
}

function Editor({ kind, wire, refused }: EditorProps) {
  const [form] = Form.useForm();
  return (
    <Form
      form={form}
      initialValues={{ kind, wires: [{ ...blankWire, ...wire }] }}
      onFinish={() => refused && form.setFields([{ name: 'wires', errors: [refused] }])}
    >
      <Form.Item name="kind" hidden>
        <Input />
      </Form.Item>
      <FormFields
        name="agreementCommands"
        fields={[{ key: 'wires', editor: <WireEditor />, saysProblems: true }]}
        schemas={schemasOf(agreementCommands.add)}
      />
      <button type="submit">{'save'}</button>
    </Form>
  );
}

const bothRead = '这些数值须一并读取：缺少占位符 b';
const kbRead = { cn: '3031', ask: 'PolId={factor}', reply: 'K={k}' };

test.each<[string, EditorProps, string, string | undefined]>([
  ['at the number', { kind: 'reboot', wire: {} }, '请填写 4 位数字，如 3020', '命令编码 CN 1'],
  ['at the reply', { kind: 'kb_read', wire: kbRead, refused: bothRead }, bothRead, '应答数据区 1'],
  [
    'below, if it is about all packets',
    { kind: 'kb_set', wire: { cn: '3032', ask: 'PolId={factor};K={k}' }, refused: '缺少占位符 b' },
    ...(['缺少占位符 b', undefined] as const),
  ],
])('a problem is said once, %s', async (_where, props, sentence, label) => {
  await showPage(<Editor {...props} />);
  expect(screen.queryByText(sentence)).toBeNull();
  fireEvent.click(screen.getByText('save'));
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(1));
  if (label) {
    const item = screen.getByLabelText(label).closest('.ant-form-item');
    expect(item?.textContent).toContain(sentence);
  }
});
