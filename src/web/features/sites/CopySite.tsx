import { Form, Modal } from 'antd';
import { useId, useState } from 'react';
import { siteActions, sites } from '#shared/contract/sites/sites.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { FormFields } from '#web/ui/FormFields.tsx';
import { schemasOf, type Values } from '#web/ui/form-field.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import type { Site } from './useSiteActions.tsx';

const keys = ['site_name', 'mn'];
const schemas = schemasOf(siteActions.copy);

/** Makes a site like another one: only the name and the MN are asked for, the rest can be edited afterwards. */
export function CopySite({ site, onClosed }: { site: Site; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const [open, setOpen] = useState(true);
  const copy = useAction(siteActions.copy, {
    refresh: [sites.list],
    done: 'common.added',
  });
  const save = async ({ site_name, mn }: Values) => {
    try {
      await copy.run({ site_id: site.site_id, site_name: String(site_name), mn: String(mn) });
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, keys, error, toast.error);
    }
  };
  return (
    <Modal
      open={open}
      title={t('sites.copy_title', { name: site.site_name })}
      okText={t('sites.copy')}
      confirmLoading={copy.pending}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('sites.copy_hint')}</p>
      <Form form={form} id={formId} layout="vertical" onFinish={(values) => void save(values)}>
        <FormFields name="sites" fields={keys.map((key) => ({ key }))} schemas={schemas} autoFocus />
      </Form>
    </Modal>
  );
}
