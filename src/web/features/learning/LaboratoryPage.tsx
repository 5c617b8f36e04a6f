import { Alert, Button, Checkbox, Form, Input, Select, Tabs } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  labCommands,
  labExamples,
  laboratory,
  labStationTypes,
} from '#shared/contract/learning/laboratory.ts';
import { type CommandKind, commandKind } from '#shared/domain/command-kinds.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { ParamInput } from '#web/widgets/command/ParamInput.tsx';
import { useCommandWords } from '#web/widgets/command/useCommandWords.ts';
import { LabFrame } from './LabFrame.tsx';
import styles from './laboratory.module.css';

type Outcome = AnswerOf<typeof laboratory.send>;
type Commanded = AnswerOf<typeof laboratory.command>;
const refresh = [laboratory.log];
const tabs = ['packets', 'commands', 'log'] as const;

/** Practice with the user's own virtual station; real ones are never affected. */
export function LaboratoryPage() {
  const t = useT();
  const { params, change } = useAddress();
  const contents = { packets: <Packets />, commands: <Commands />, log: <Log /> };
  return (
    <Page hint={t('laboratory.hint')}>
      <Station />
      <Tabs
        activeKey={tabs.find((tab) => tab === params.get('tab')) ?? 'packets'}
        onChange={(tab) => change({ tab: tab === 'packets' ? undefined : tab })}
        destroyOnHidden
        items={tabs.map((key) => ({ key, label: t(`laboratory.tab_${key}`), children: contents[key] }))}
      />
    </Page>
  );
}

function Station() {
  const t = useT();
  const answer = useCall(laboratory.station, {});
  const saving = useAction(laboratory.setUp, { refresh: [laboratory.station], done: 'common.saved' });
  return (
    <Answered answer={answer}>
      {({ mn, ...station }) => (
        <Form
          layout="inline"
          colon={false}
          className={styles.station}
          initialValues={station}
          onFinish={(values) => void saving.run(values).catch(() => undefined)}
        >
          <Form.Item label={t('laboratory.mn')}>
            <code>{mn}</code>
          </Form.Item>
          <Form.Item name="station_type" label={t('laboratory.station_type')}>
            <Select
              options={labStationTypes.map((value) => ({ value, label: t(`laboratory.type_${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="password" label={t('laboratory.password')}>
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
          <Form.Item name="check_password" valuePropName="checked">
            <Checkbox>{t('laboratory.check_password')}</Checkbox>
          </Form.Item>
          <Button htmlType="submit" loading={saving.pending}>
            {t('common.save')}
          </Button>
        </Form>
      )}
    </Answered>
  );
}

function Packets() {
  const t = useT();
  const [raw, setRaw] = useState('');
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const making = useAction(laboratory.example);
  const sending = useAction(laboratory.send, { refresh });
  const example = async (which: (typeof labExamples)[number]) => {
    setRaw((await making.run({ example: which })).raw);
    setOutcome(undefined);
    setProblem('');
  };
  const send = async () => {
    try {
      setOutcome(await sending.run({ raw }));
    } catch (error) {
      setOutcome(undefined);
      if (error instanceof CallError) setProblem(explain(t, error));
    }
  };
  return (
    <div className={styles.work}>
      <div className={styles.examples}>
        <span>{t('laboratory.examples')}</span>
        {labExamples.map((which) => (
          <Button key={which} size="small" onClick={() => void example(which).catch(() => undefined)}>
            {t(`laboratory.example_${which}`)}
          </Button>
        ))}
      </div>
      <Input.TextArea
        className={styles.code}
        value={raw}
        maxLength={20_000}
        status={problem ? 'error' : undefined}
        aria-label={t('laboratory.raw')}
        placeholder={t('laboratory.raw_hint')}
        autoSize={{ minRows: 4, maxRows: 12 }}
        onChange={({ target }) => {
          setRaw(target.value);
          setProblem('');
        }}
      />
      {problem && <p role="alert">{problem}</p>}
      <div>
        <Button
          type="primary"
          disabled={raw.trim() === ''}
          loading={sending.pending}
          onClick={() => void send()}
        >
          {t('laboratory.send')}
        </Button>
      </div>
      {outcome?.frames.map((frame) => (
        <LabFrame key={frame.text} frame={frame} />
      ))}
    </div>
  );
}

function Commands() {
  const t = useT();
  const [form] = Form.useForm<Record<string, string | number>>();
  const [name, setName] = useState<(typeof labCommands)[number]>('time_read');
  const [done, setDone] = useState<Commanded>();
  const sending = useAction(laboratory.command, { refresh });
  const wordsOf = useCommandWords();
  const kind: CommandKind = commandKind(name);
  const told = Object.entries(kind.params).filter(([, { type }]) => type !== 'factor');
  const send = async (params: Record<string, string | number>) => {
    const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
    setDone(await sending.run({ command: name, params: given }));
  };
  return (
    <div className={styles.work}>
      <Form form={form} layout="vertical" onFinish={(params) => void send(params).catch(() => undefined)}>
        <Form.Item label={t('laboratory.command')}>
          <Select
            value={name}
            onChange={(next) => {
              setName(next);
              setDone(undefined);
              form.resetFields();
            }}
            options={labCommands.map((value) => ({ value, label: t.tx(`commandKinds.${value}`) }))}
          />
        </Form.Item>
        {told.map(([param, of]) => (
          <Form.Item
            key={`${name} ${param}`}
            name={param}
            label={t.tx(`commandParams.${param}`)}
            rules={[{ required: true, message: t('problems.required') }]}
          >
            <ParamInput name={param} param={of} />
          </Form.Item>
        ))}
        <Button type="primary" htmlType="submit" loading={sending.pending}>
          {t('laboratory.send')}
        </Button>
      </Form>
      {done && (
        <>
          <Alert
            showIcon
            type={done.succeeded ? 'success' : 'error'}
            title={t(done.succeeded ? 'laboratory.succeeded' : 'laboratory.failed')}
            description={wordsOf(done.values)}
          />
          <Exchanges exchanges={done.exchanges} />
        </>
      )}
    </div>
  );
}

function Exchanges({ exchanges }: { exchanges: Outcome['exchanges'] }) {
  const t = useT();
  return (
    <ol className={styles.exchanges}>
      {exchanges.map(({ from, text }) => (
        <li key={text} data-from={from}>
          <strong>{t(`laboratory.from_${from}`)}</strong>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}

function Log() {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(laboratory.log, {});
  const clearing = useAction(laboratory.clear, { refresh, done: 'laboratory.cleared' });
  return (
    <Answered answer={answer}>
      {({ data_info }) => (
        <div className={styles.work}>
          {data_info.length === 0 ? (
            <p>{t('laboratory.log_empty')}</p>
          ) : (
            <div>
              <Button onClick={() => void clearing.run({}).catch(() => undefined)}>
                {t('laboratory.clear')}
              </Button>
            </div>
          )}
          {data_info.map((entry) => (
            <details key={entry.entry_id} className={styles.entry}>
              <summary>
                <span>{showTime(entry.at, language)}</span>
                <span>{t(`laboratory.what_${entry.what}`)}</span>
                <span>{entry.what === 'command' ? t.tx(`commandKinds.${entry.name}`) : entry.name}</span>
                <Status tone={entry.accepted ? 'good' : 'bad'}>
                  {t(entry.accepted ? 'laboratory.accepted' : 'laboratory.refused')}
                </Status>
              </summary>
              {entry.outcome.frames.map((frame) => (
                <LabFrame key={frame.text} frame={frame} />
              ))}
              {entry.outcome.exchanges.length > 0 && <Exchanges exchanges={entry.outcome.exchanges} />}
            </details>
          ))}
        </div>
      )}
    </Answered>
  );
}
