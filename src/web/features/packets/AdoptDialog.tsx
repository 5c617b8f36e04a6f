import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { agreements } from '#shared/contract/agreements.ts';
import type { SentOf } from '#shared/contract/define.ts';
import { knocking, knockingActions } from '#shared/contract/knocking.ts';
import { shortSites } from '#shared/contract/network.ts';
import { products } from '#shared/contract/products.ts';
import { siteType } from '#shared/contract/sites.ts';
import { CallError } from '#web/api/call-error.ts';
import { useNotice } from '#web/api/notices.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import type { Knocker } from './rows.ts';

type Fields = Omit<SentOf<typeof knockingActions.adopt>, 'mn'>;

const choices = {
  site_type: siteType.options,
  agreement_id: rowsOf(agreements, 'agreement_name'),
  product_id: rowsOf(products, 'product_name'),
};
const choiceKeys = ['site_type', 'agreement_id', 'product_id'] as const;

interface AdoptDialogProps {
  device: Knocker;
  onClosed(): void;
  onAdopted(): void;
}

/** Makes a device a site. Only its name is asked for; the rest is told from its packets unless one knows better. */
export function AdoptDialog({ device: { mn }, onClosed, onAdopted }: AdoptDialogProps) {
  const t = useT();
  const notice = useNotice();
  const [form] = Form.useForm<Fields>();
  const [isOpen, setOpen] = useState(true);
  const adopt = useAction(knockingActions.adopt, {
    refresh: [knocking.list, shortSites.list],
    done: 'knocking.adopted',
  });
  const save = async () => {
    try {
      await adopt.run({ mn, ...form.getFieldsValue() });
      onAdopted();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form as never, ['site_name', ...choiceKeys], error, notice.error);
    }
  };
  return (
    <Modal
      open={isOpen}
      title={t('knocking.adopt_title', { mn })}
      okText={t('knocking.adopt')}
      confirmLoading={adopt.pending}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('packetsPage.adopt_hint')}</p>
      <Form form={form} layout="vertical" initialValues={{ site_name: mn }} onFinish={() => void save()}>
        <Form.Item name="site_name" label={t('sites.site_name')} required>
          <Input autoFocus maxLength={50} />
        </Form.Item>
        {choiceKeys.map((key) => (
          <Form.Item key={key} name={key} label={t(`sites.${key}`)}>
            <ChoiceSelect
              name="sites"
              field={key}
              choices={choices[key]}
              placeholder={t('packetsPage.by_packet')}
              allowClear
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
