import { PrinterOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, QRCode } from 'antd';
import { orderCodes } from '#shared/contract/work-orders/requests.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './codes.module.css';

/** Printable sheet of QR codes, which lead to the public fault report of a station. */
export function CodesTab() {
  const t = useT();
  const ask = useConfirm();
  const { numbers, change } = useAddress();
  const site_ids = numbers('sites');
  const renewing = useAction(orderCodes.renew, { refresh: [orderCodes.data], done: 'orderRequests.renewed' });
  const isEmpty = site_ids.length === 0;
  return (
    <>
      <div className={styles.bar}>
        <p>{t('orderRequests.codes_hint')}</p>
        <SitePicker
          multiple
          label={t('orderRequests.codes_sites')}
          placeholder={t('orderRequests.codes_sites')}
          value={site_ids}
          onChange={(chosen) => change({ sites: chosen.slice(0, 500).join(',') || undefined })}
        />
        <Button
          icon={<ReloadOutlined />}
          disabled={isEmpty}
          loading={renewing.pending}
          onClick={() =>
            ask(
              {
                title: t('orderRequests.renew_question'),
                text: t('orderRequests.renew_text'),
                ok: t('orderRequests.renew'),
                danger: true,
              },
              () => renewing.run({ site_ids }),
            )
          }
        >
          {t('orderRequests.renew')}
        </Button>
        <Button type="primary" icon={<PrinterOutlined />} disabled={isEmpty} onClick={() => window.print()}>
          {t('orderRequests.print')}
        </Button>
      </div>
      {isEmpty ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('orderRequests.codes_none')} />
      ) : (
        <Sheet site_ids={site_ids} />
      )}
    </>
  );
}

function Sheet({ site_ids }: { site_ids: number[] }) {
  const t = useT();
  const answer = useCall(orderCodes.data, { site_ids });
  return (
    <Answered answer={answer}>
      {({ data_info }) => (
        <ul className={styles.sheet}>
          {data_info.map(({ site_id, site_name, mn, token }) => (
            <li key={site_id}>
              <strong>{site_name}</strong>
              <QRCode
                type="svg"
                size={180}
                bordered={false}
                color="#000"
                bgColor="#fff"
                errorLevel="Q"
                value={`${window.location.origin}/report/${token}`}
              />
              <span>{t('orderRequests.scan')}</span>
              <small>{mn}</small>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}
