import { DownloadOutlined, PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { RefObject } from 'react';
import { lookNow } from '#web/charts/look.ts';
import { titledPicture } from '#web/charts/titled-picture.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { usePageName } from '#web/ui/page-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { levelWord } from './HeatLegend.tsx';
import { saveAs, saveCsv } from './save-csv.ts';
import { withScale } from './scale-picture.ts';
import type { TrackScale } from './track-colours.ts';
import { trackRows } from './track-files.ts';
import type { TrackQuery } from './useTrackQuery.ts';
import type { Track } from './useTracks.ts';

interface TrackFilesProps {
  query: TrackQuery;
  tracks: readonly Track[];
  factorName: string;
  scale: TrackScale;
  nameOf(site_id: number): string;
  /** Exports the map as currently drawn. */
  pictureOf: RefObject<(() => Promise<HTMLCanvasElement>) | undefined>;
  disabled: boolean;
}

/** Saves the map as a picture or the points as CSV. */
export function TrackFiles(props: TrackFilesProps) {
  const { query, tracks, factorName, scale, nameOf, pictureOf, disabled } = props;
  const t = useT();
  const language = useLanguage();
  const title = `${usePageName()} ${factorName}`;
  const span = `${showTime(query.from, language)} – ${showTime(query.to, language)}`;
  const savePicture = async () => {
    const picture = await pictureOf.current?.();
    if (!picture) return;
    const heading = [title, tracks.map(({ site_id }) => nameOf(site_id)).join(t('lists.between')), span];
    const unit = query.factor?.unit;
    const legend = {
      ...{ scale, colours: scale.colours, title: unit ? `${factorName} (${unit})` : factorName },
      levels: scale.isLevels ? scale.limits.map((_, i) => levelWord(t, i)) : [],
    };
    const whole = withScale(picture, legend, lookNow(), devicePixelRatio);
    saveAs(titledPicture(whole, heading, lookNow(), devicePixelRatio), `${title} ${span}.png`);
  };
  const saveRows = () =>
    saveCsv(`${title} ${span}`, trackRows(t, factorName, query.factor?.unit ?? '', tracks, nameOf));
  return (
    <>
      <Button icon={<PictureOutlined />} disabled={disabled} onClick={() => void savePicture()}>
        {t('heatMap.png')}
      </Button>
      <Button icon={<DownloadOutlined />} disabled={disabled} onClick={saveRows}>
        {t('heatMap.csv')}
      </Button>
    </>
  );
}
