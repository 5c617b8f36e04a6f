import { DeleteOutlined, DownOutlined, PlusOutlined, StarOutlined } from '@ant-design/icons';
import { Button, Dropdown, Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { savedQueries } from '#shared/contract/readings/saved-queries.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import styles from './history.module.css';

const page = 'history' as const;
const listed = [savedQueries.data];

/** Saved queries of the user. */
export function SavedQueries({ isAsked }: { isAsked: boolean }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { data } = useCall(savedQueries.data, { page });
  const remove = useAction(savedQueries.remove, { refresh: listed, done: 'common.deleted' });
  const naming = useOpened<void>();
  const saved = data?.saved ?? [];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...saved.map(({ query_id, query_name, params: asked }) => ({
              key: String(query_id),
              label: (
                <span className={styles.saved}>
                  {query_name}
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('history.saved_delete', { name: query_name })}
                    onClick={(event) => {
                      event.stopPropagation();
                      void remove.run({ query_id }).catch(() => undefined);
                    }}
                  />
                </span>
              ),
              onClick: () => setParams(new URLSearchParams(asked)),
            })),
            ...(saved.length > 0 ? [{ type: 'divider' as const }] : []),
            {
              key: 'save',
              icon: <PlusOutlined />,
              label: t('history.saved_save'),
              disabled: !isAsked,
              onClick: () => naming.open(),
            },
          ],
        }}
      >
        <Button icon={<StarOutlined />}>
          {t('history.saved')} <DownOutlined />
        </Button>
      </Dropdown>
      {naming.show(() => (
        <SaveQuery params={params.toString()} onClosed={naming.closed} />
      ))}
    </>
  );
}

function SaveQuery({ params, onClosed }: { params: string; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<{ query_name: string }>();
  const save = useAction(savedQueries.save, { refresh: listed, done: 'common.saved' });
  const finish = async ({ query_name }: { query_name: string }) => {
    try {
      await save.run({ page, query_name, params });
      onClosed();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['query_name'], error, toast.error);
    }
  };
  return (
    <Modal
      open
      title={t('history.saved_save')}
      okText={t('common.save')}
      confirmLoading={save.pending}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={onClosed}
    >
      <Form form={form} id={formId} layout="vertical" onFinish={(values) => void finish(values)}>
        <Form.Item
          name="query_name"
          label={t('history.saved_name')}
          extra={t('history.saved_name_help')}
          rules={[{ required: true, whitespace: true, message: t('problems.required') }]}
        >
          <Input autoFocus maxLength={50} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
