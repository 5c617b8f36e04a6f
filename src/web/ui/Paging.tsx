import { Pagination } from 'antd';
import { useT } from '#web/i18n.ts';
import { useNarrow } from './useNarrow.ts';

interface PagingProps {
  page_index: number;
  page_size: number;
  total: number;
  sizes: readonly number[];
  onChange(page_index: number, page_size: number): void;
}

export function Paging({ page_index, page_size, total, sizes, onChange }: PagingProps) {
  const t = useT();
  const narrow = useNarrow();
  return (
    <Pagination
      size="small"
      simple={narrow}
      current={page_index}
      pageSize={page_size}
      total={total}
      pageSizeOptions={[...sizes]}
      showSizeChanger={!narrow && { 'aria-label': t('common.per_page') }}
      onChange={onChange}
    />
  );
}
