import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import type { SentOf } from '#shared/contract/define.ts';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { sites, siteType } from '#shared/contract/sites/sites.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { ListSkeleton } from '#web/ui/ListStates.tsx';
import { PasswordChoice } from './PasswordChoice.tsx';
import type { UnregisteredDevice } from './rows.ts';

type Fields = Omit<SentOf<typeof unregisteredActions.adopt>, 'mn'>;

const choices = {
  site_type: siteType.options,
  agreement_id: rowsOf(agreements, 'agreement_name'),
  product_id: rowsOf(products, 'product_name', {
    madeAt: { path: '/siteconfigs/productlines', needs: products.add.needs },
  }),
};
const choiceKeys = ['site_type', 'agreement_id', 'product_id'] as const;

interface AdoptDialogProps {
  device: UnregisteredDevice;
  onClosed(): void;
  onAdopted(): void;
}

/** Creates a site from an unregistered device, prefilled from its packets. */
export function AdoptDialog({ device: { mn }, onClosed, onAdopted }: AdoptDialogProps) {
  const t = useT();
  const toast = useToast();
  const [form] = Form.useForm<Fields>();
  const [isOpen, setOpen] = useState(true);
  const told = useCall(unregisteredActions.told, { mn });
  const adopt = useAction(unregisteredActions.adopt, {
    refresh: [unregistered.list, sites.list],
    done: 'unregistered.adopted',
  });
  const save = async () => {
    try {
      await adopt.run({ mn, ...form.getFieldsValue() });
      onAdopted();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form as never, ['site_name', ...choiceKeys, 'pw'], error, toast.error);
      // Another password may have been received meanwhile.
      if (error.fields.some(({ field }) => field === 'pw')) await told.refetch();
    }
  };
  const { site_type, agreement_id, passwords = [] } = told.data ?? {};
  const only = passwords.length > 1 ? undefined : (passwords[0] ?? { mark: '' });
  return (
    <Modal
      open={isOpen}
      title={t('unregistered.adopt_title', { mn })}
      okText={t('unregistered.adopt')}
      okButtonProps={{ disabled: told.isPending }}
      confirmLoading={adopt.pending}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('packetsPage.adopt_hint')}</p>
      {told.isPending ? (
        <ListSkeleton />
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ site_name: mn, site_type, agreement_id, pw: only?.mark }}
          onFinish={() => void save()}
        >
          <Form.Item name="site_name" label={t('sites.site_name')} required>
            <Input autoFocus maxLength={50} />
          </Form.Item>
          {choiceKeys.map((key) => (
            <Form.Item key={key} name={key} label={t(`sites.${key}`)}>
              <ChoiceSelect
                name="sites"
                field={key}
                choices={choices[key]}
                placeholder={t('common.please_select')}
                allowClear
              />
            </Form.Item>
          ))}
          <PasswordChoice heard={passwords} />
        </Form>
      )}
    </Modal>
  );
}
