import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { problemsOf } from '#shared/contract/problems.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import {
  MOST_WIRES,
  type SlotNames,
  slotNames,
  type WireSpec,
  wireEnds,
  wireProblems,
  wireSpec,
} from '#shared/domain/command-wires.ts';
import { type T, useT } from '#web/i18n.ts';
import { ChoiceSelect } from '#web/ui/choices.tsx';
import styles from './protocols.module.css';

const fields = ['cn', 'ask', 'reply', 'reply_cn'] as const satisfies readonly (keyof WireSpec)[];
export const blankWire: WireSpec = { cn: '', ask: '', reply: '', reply_cn: '', ends: 'result' };

interface WireEditorProps {
  value?: readonly WireSpec[];
  onChange?(wires: readonly WireSpec[]): void;
}

/** Editor of a command's requests in order: number, content and expected answer. */
export function WireEditor({ value: wires = [], onChange }: WireEditorProps) {
  const t = useT();
  const name = Form.useWatch<CommandKindName | undefined>('kind');
  const kind = name && commandKind(name);
  // Incomplete requests are marked only after an attempt to save.
  const { status, errors = [] } = Form.Item.useStatus();
  const isJudged = status === 'error';
  const problemAt = (at: number, field: keyof WireSpec) =>
    isJudged ? problemOf(t, name, wires, at, field) : undefined;
  const shown = wires.flatMap((_wire, at) => fields.map((field) => problemAt(at, field)));
  // Problems of all packets together, such as a placeholder that none of them contains.
  const others = errors.filter((error) => typeof error !== 'string' || !shown.includes(error));
  const put = (at: number, changes: Partial<WireSpec>) =>
    onChange?.(wires.map((wire, index) => (index === at ? { ...wire, ...changes } : wire)));
  return (
    <div className={styles.wires}>
      {kind && <Slots names={slotNames(kind)} />}
      {wires.map((wire, at) => (
        <WireFields
          // biome-ignore lint/suspicious/noArrayIndexKey: requests have no id and are never reordered
          key={at}
          at={at}
          wire={wire}
          isHistory={kind?.does === 'history'}
          problemOf={(field) => problemAt(at, field)}
          onChange={(changes) => put(at, changes)}
          onRemove={
            wires.length > 1 ? () => onChange?.(wires.filter((_wire, index) => index !== at)) : undefined
          }
        />
      ))}
      {wires.length < MOST_WIRES && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange?.([...wires, blankWire])}>
          {t('agreementCommands.add_wire')}
        </Button>
      )}
      {others.length > 0 && (
        <div className={styles.wrong} role="alert">
          {others}
        </div>
      )}
    </div>
  );
}

/** Placeholders available in braces. */
function Slots({ names }: { names: SlotNames }) {
  const t = useT();
  const groups = (['ask', 'reply', 'entry'] as const).filter((group) => names[group].length > 0);
  return (
    <dl className={styles.slots}>
      {groups.map((group) => (
        <div key={group}>
          <dt>{t(`agreementCommands.slots_${group}`)}</dt>
          <dd>
            {names[group].map((slot) => (
              <span key={slot}>
                <code>{`{${slot}}`}</code> {t.tx(`commandParams.${slot}`)}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface WireFieldsProps {
  at: number;
  wire: WireSpec;
  isHistory: boolean;
  problemOf(field: keyof WireSpec): string | undefined;
  onChange(changes: Partial<WireSpec>): void;
  onRemove: (() => void) | undefined;
}

function WireFields({ at, wire, isHistory, problemOf: problem, onChange, onRemove }: WireFieldsProps) {
  const t = useT();
  const input = (field: (typeof fields)[number], className: string | undefined) => (
    <Form.Item
      className={className}
      label={t(`agreementCommands.${field}`)}
      validateStatus={problem(field) && 'error'}
      help={problem(field)}
    >
      <Input
        className={styles.wire}
        aria-label={`${t(`agreementCommands.${field}`)} ${at + 1}`}
        maxLength={field === 'cn' || field === 'reply_cn' ? 4 : 500}
        placeholder={field === 'reply_cn' ? wire.cn : undefined}
        value={wire[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Form.Item>
  );
  return (
    <fieldset className={styles.request}>
      <legend>{t('agreementCommands.request', { number: at + 1 })}</legend>
      {input('cn', styles.number)}
      {input('ask', styles.text)}
      {input('reply_cn', styles.number)}
      {!isHistory && input('reply', styles.text)}
      {!isHistory && (
        <Form.Item className={styles.text} label={t('agreementCommands.ends')}>
          <ChoiceSelect
            name="agreementCommands"
            field="ends"
            choices={wireEnds}
            value={wire.ends}
            onChange={(ends) => onChange({ ends: ends as WireSpec['ends'] })}
          />
        </Form.Item>
      )}
      {onRemove && (
        <Button
          className={styles.remove}
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('agreementCommands.remove_wire', { number: at + 1 })}
          onClick={onRemove}
        />
      )}
    </fieldset>
  );
}

/** Problem of one field of one request. */
function problemOf(
  t: T,
  name: CommandKindName | undefined,
  wires: readonly WireSpec[],
  at: number,
  field: keyof WireSpec,
): string | undefined {
  const { error } = wireSpec.safeParse(wires[at], { reportInput: true });
  const own = error && problemsOf(error).find((problem) => problem.field === field);
  if (own) return t.tx(`problems.${own.problem}`, own.params);
  if (!name) return undefined;
  const found = wireProblems(commandKind(name), wires).find(
    (problem) => problem.at === at && problem.field === field,
  );
  return found && t.tx(`problems.${found.problem}`, { name: found.name ?? '' });
}
