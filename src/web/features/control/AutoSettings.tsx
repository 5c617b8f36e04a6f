import { Checkbox, Form, InputNumber, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { autoResupplyActions, EVERY_MINUTES, WINDOW_DAYS } from '#shared/contract/control/auto-resupply.ts';
import { resupplyTypes } from '#shared/contract/control/resupply.ts';
import type { ResupplyType } from '#shared/domain/resupply.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { type AutoDevice, autoReads } from './auto-reads.ts';
import styles from './control.module.css';

interface Values {
  data_types: ResupplyType[];
  window_days: number;
  every_minutes: number;
}

const schedules = [10, 30, 60, 120, 360, 720, DAY_MINUTES];

/** Starts automatic resupply for devices or changes its settings; without `devices` they are selected here. */
export function AutoSettings({ devices, onClosed }: { devices: readonly AutoDevice[]; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [isOpen, setOpen] = useState(true);
  const [site_ids, choose] = useState(() => devices.map(({ site_id }) => site_id));
  const starting = useAction(autoResupplyActions.start, { refresh: autoReads });
  const setting = useAction(autoResupplyActions.set, { refresh: autoReads, done: 'autoResupply.saved' });
  const [first] = devices;
  const isRunning = first?.state === 'running';
  const save = async (values: Values) => {
    if (isRunning) await setting.run({ site_ids, ...values });
    else {
      const { started, running, cooling } = await starting.run({ site_ids, ...values });
      const all = running + cooling === 0;
      toast.success(
        t(all ? 'autoResupply.started' : 'autoResupply.started_some', { started, running, cooling }),
      );
    }
    setOpen(false);
  };
  const initial: Values = {
    data_types: first?.data_types ?? ['hour'],
    window_days: first?.window_days ?? WINDOW_DAYS.usual,
    every_minutes: first?.every_minutes ?? EVERY_MINUTES.usual,
  };
  return (
    <Modal
      open={isOpen}
      title={t(isRunning ? 'autoResupply.set_title' : 'autoResupply.start_title')}
      okText={isRunning ? t('common.save') : t('autoResupply.start_ok', { count: site_ids.length })}
      okButtonProps={{
        ...{ htmlType: 'submit', form: formId },
        ...{ loading: starting.pending || setting.pending, disabled: site_ids.length === 0 },
      }}
      cancelText={t('common.cancel')}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form<Values>
        id={formId}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void save(values).catch(() => undefined)}
      >
        {devices.length === 0 && (
          <Form.Item label={t('autoResupply.sites')} required>
            <SitePicker
              multiple
              virtualByName
              label={t('autoResupply.sites')}
              placeholder={t('autoResupply.choose_sites')}
              value={site_ids}
              onChange={choose}
            />
          </Form.Item>
        )}
        <Form.Item
          name="data_types"
          label={t('autoResupply.data_types')}
          rules={[{ required: true, message: t('problems.required') }]}
        >
          <Checkbox.Group
            options={resupplyTypes.map((value) => ({ value, label: t(`autoResupply.item_${value}`) }))}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item
            name="window_days"
            label={t('autoResupply.window_days')}
            rules={[{ required: true, message: t('problems.required') }]}
          >
            <InputNumber min={WINDOW_DAYS.least} max={WINDOW_DAYS.most} precision={0} />
          </Form.Item>
          <Form.Item name="every_minutes" label={t('autoResupply.every_minutes')}>
            <Select
              options={schedules.map((value) => ({
                value,
                label:
                  value % 60 === 0
                    ? t('autoResupply.each_hours', { count: value / 60 })
                    : t('autoResupply.each', { count: value }),
              }))}
            />
          </Form.Item>
        </div>
        <p className={styles.soft}>{t('autoResupply.rules')}</p>
      </Form>
    </Modal>
  );
}
