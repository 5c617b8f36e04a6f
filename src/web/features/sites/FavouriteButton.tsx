import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { siteMarks } from '#shared/contract/sites/marks.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useMarks } from '#web/widgets/useMarks.ts';

const marked = [siteMarks.data];

/** Toggles a favourite, which site pickers list first. Rendering it records a visit for the list of recent sites. */
export function FavouriteButton({ site_id }: { site_id: number }) {
  const t = useT();
  const { favourites } = useMarks();
  const favour = useAction(siteMarks.favour, { refresh: marked });
  const { run: visit } = useAction(siteMarks.visit, { refresh: marked, shows: () => true });
  useEffect(() => {
    void visit({ site_id }).catch(() => undefined);
  }, [visit, site_id]);
  const isFavourite = favourites.includes(site_id);
  const label = t(isFavourite ? 'sitePage.unfavour' : 'sitePage.favour');
  return (
    <Button
      type="text"
      size="small"
      icon={isFavourite ? <StarFilled /> : <StarOutlined />}
      aria-label={label}
      aria-pressed={isFavourite}
      title={label}
      loading={favour.pending}
      onClick={() => void favour.run({ site_id, favourite: !isFavourite }).catch(() => undefined)}
    />
  );
}
