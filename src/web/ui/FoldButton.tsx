import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { useT } from '#web/i18n.ts';

interface FoldButtonProps {
  /** Name of the collapsible content. */
  name: string;
  open: boolean;
  onToggle(event: MouseEvent<HTMLElement>): void;
}

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
