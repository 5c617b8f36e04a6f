import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { MouseEvent } from 'react';

interface ExpandButtonProps<Row> {
  label: string;
  expanded: boolean;
  record: Row;
  onExpand(record: Row, event: MouseEvent<HTMLElement>): void;
}

/** Expands a table row. */
export function ExpandButton<Row>({ label, expanded, record, onExpand }: ExpandButtonProps<Row>) {
  return (
    <Button
      type="text"
      size="small"
      icon={expanded ? <DownOutlined /> : <RightOutlined />}
      aria-expanded={expanded}
      aria-label={label}
      onClick={(event) => onExpand(record, event)}
    />
  );
}
