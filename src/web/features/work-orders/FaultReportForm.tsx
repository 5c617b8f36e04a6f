import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Upload } from 'antd';
import { useState } from 'react';
import { faultReports } from '#shared/contract/work-orders/requests.ts';
import { formatTime } from '#shared/domain/time.ts';
import { send } from '#web/api/client.ts';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import { withProof } from '#web/shell/login/proving.ts';
import { stampedPhoto } from '#web/widgets/order/stamped-photo.ts';
import styles from './fault-report.module.css';

interface FaultReportFormProps {
  token: string;
  site_name: string;
  onSent(number: number): void;
}

interface Values {
  description: string;
  contact?: string;
}

/** Public fault report with an optional photo, downscaled before upload. */
export function FaultReportForm({ token, site_name, onSent }: FaultReportFormProps) {
  const t = useT();
  const [photo, setPhoto] = useState<string>();
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);

  const take = async (file: File) => {
    setProblem('');
    try {
      const lines = [formatTime(new Date(), 'yyyy-MM-dd HH:mm'), site_name];
      setPhoto(await asBase64(await stampedPhoto(file, lines)));
    } catch {
      setProblem(t('faultReport.photo_failed'));
    }
  };
  const submit = async ({ description, contact = '' }: Values) => {
    setProblem('');
    setSending(true);
    try {
      const report = { token, description, contact, photo };
      const { number } = await withProof((proof) => send(faultReports.send, { ...report, proof }));
      onSent(number);
    } catch (error) {
      setProblem(explain(t, error));
    } finally {
      setSending(false);
    }
  };
  const required = [{ required: true, whitespace: true, message: t('problems.required') }];
  return (
    <Form<Values> layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <p className={styles.intro}>{t('faultReport.intro', { site: site_name })}</p>
      <Form.Item name="description" label={t('faultReport.description')} rules={required}>
        <Input.TextArea
          maxLength={1000}
          placeholder={t('faultReport.description_hint')}
          autoSize={{ minRows: 4, maxRows: 10 }}
        />
      </Form.Item>
      <Form.Item label={t('faultReport.photo')}>
        {photo ? (
          <div className={styles.photo}>
            <img src={`data:image/jpeg;base64,${photo}`} alt={t('faultReport.photo')} />
            <Button icon={<CloseOutlined />} onClick={() => setPhoto(undefined)}>
              {t('faultReport.remove_photo')}
            </Button>
          </div>
        ) : (
          <Upload
            accept="image/*"
            showUploadList={false}
            beforeUpload={(file) => {
              void take(file);
              return false;
            }}
          >
            <Button icon={<CameraOutlined />} size="large">
              {t('faultReport.add_photo')}
            </Button>
          </Upload>
        )}
      </Form.Item>
      <Form.Item name="contact" label={t('faultReport.contact')}>
        <Input maxLength={50} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      {problem && <Alert className={styles.problem} type="error" showIcon title={problem} />}
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t(isSending ? 'faultReport.sending' : 'faultReport.send')}
      </Button>
    </Form>
  );
}

function asBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
