import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { useT } from '#web/i18n.ts';

interface FoldButtonProps {
  /** What it opens and closes. */
  name: string;
  open: boolean;
  onToggle(event: MouseEvent<HTMLElement>): void;
}

/** Opens and closes what stands below. */
export function FoldButton({ name, open, onToggle }: FoldButtonProps) {
  const t = useT();
  return (
    <Button
      type="text"
      size="small"
      icon={open ? <DownOutlined /> : <RightOutlined />}
      aria-expanded={open}
      aria-label={`${t(open ? 'common.collapse' : 'common.expand')} ${name}`}
      onClick={onToggle}
    />
  );
}
