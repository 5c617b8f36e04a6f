import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './data-table.module.css';
import type { ColumnChoice } from './useColumns.ts';

interface ColumnChooserProps<Row> {
  choice: ColumnChoice<Row>;
  labelOf(key: string): string;
}

/** Chooses and orders the columns of a table; stored in this browser per list. */
export function ColumnChooser<Row>({ choice, labelOf }: ColumnChooserProps<Row>) {
  const t = useT();
  const { all, shown, isShown, toggle, move, reset } = choice;
  const content = (
    <div className={styles.columns}>
      <p className={styles.hint}>{t('lists.columns_hint')}</p>
      <ul>
        {all.map(({ key }, index) => {
          const label = labelOf(key);
          return (
            <li key={key}>
              <Checkbox
                checked={isShown(key)}
                // The last visible column cannot be hidden.
                disabled={shown.length === 1 && isShown(key)}
                onChange={() => toggle(key)}
              >
                {label}
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('lists.move_up', { name: label })}
                disabled={index === 0}
                onClick={() => move(key, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('lists.move_down', { name: label })}
                disabled={index === all.length - 1}
                onClick={() => move(key, 1)}
              />
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={reset}>
        {t('common.columns_reset')}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title={t('common.columns')} content={content}>
      <Button
        type="text"
        icon={<SettingOutlined />}
        title={t('common.columns')}
        aria-label={t('common.columns')}
      />
    </Popover>
  );
}
