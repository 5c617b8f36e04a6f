import { UploadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { files } from '#shared/contract/files/files.ts';
import { powerWord } from '#shared/domain/may.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';

/**
 * Opens an import. Without the power to upload files it stays and names that power: in the role matrix nothing else
 * tells that an import needs it.
 */
export function ImportButton({ onOpen }: { onOpen(): void }) {
  const t = useT();
  const mayUpload = useMay(files.upload.needs);
  const missing = mayUpload
    ? undefined
    : t('lists.import_power', { power: t.tx(powerWord(files.upload.needs)) });
  return (
    <Tooltip title={missing}>
      <Button icon={<UploadOutlined />} disabled={!mayUpload} onClick={onOpen}>
        {t('common.import')}
      </Button>
    </Tooltip>
  );
}
