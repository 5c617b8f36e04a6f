import { Button, Card, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { type NoticeChoices, noticeKinds, notices } from '#shared/contract/access/personal.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import styles from './personal-page.module.css';

const ways = ['in_app', 'by_sms', 'by_email'] as const;

/** Notification preferences of the user. */
export function NoticesCard({ onDirty }: { onDirty(dirty: boolean): void }) {
  const t = useT();
  const answer = useCall(notices.data, {});
  return (
    <Card title={t('personal.notices')} size="small">
      <p className={styles.hint}>{t('personal.notices_hint')}</p>
      {answer.data ? (
        <NoticeForm saved={answer.data} onDirty={onDirty} />
      ) : answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}

function NoticeForm({ saved, onDirty }: { saved: NoticeChoices; onDirty(dirty: boolean): void }) {
  const t = useT();
  const toast = useToast();
  const [form] = Form.useForm<NoticeChoices>();
  const [dirty, setDirty] = useState(false);
  const set = useAction(notices.set, { refresh: [notices.data], done: 'common.saved' });
  const change = (now: boolean) => {
    setDirty(now);
    onDirty(now);
  };

  const save = async (values: NoticeChoices) => {
    try {
      await set.run(values);
      change(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['email'], error, toast.error);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={saved}
      onValuesChange={() => change(true)}
      onFinish={(values) => void save(values)}
    >
      {ways.map((way) => (
        <Form.Item key={way} name={way} label={t(`personal.${way}`)}>
          <Checkbox.Group
            role="group"
            aria-label={t(`personal.${way}`)}
            options={noticeKinds.options.map((kind) => ({ value: kind, label: t(`personal.kind_${kind}`) }))}
          />
        </Form.Item>
      ))}
      <Form.Item name="email" label={t('personal.email')}>
        <Input type="email" maxLength={120} autoComplete="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={!dirty} loading={set.pending}>
        {t('personal.set_notices')}
      </Button>
    </Form>
  );
}
