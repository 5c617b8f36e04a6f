import {
  AudioMutedOutlined,
  CaretRightOutlined,
  EditOutlined,
  FullscreenOutlined,
  LeftOutlined,
  LogoutOutlined,
  PauseOutlined,
  RightOutlined,
  SoundOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { wallLayouts } from '#shared/contract/wisdom-screen/layout.ts';
import { networkZone } from '#shared/domain/time.ts';
import { useOwnTitle } from '#web/api/face.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useMuted } from '#web/shell/alarm-ring.ts';
import { type Liveness, useNow, type useRotation } from './useWall.ts';
import styles from './wall.module.css';

interface WallHeaderProps {
  live: Liveness;
  rotation: ReturnType<typeof useRotation>;
  onEdit(): void;
}

export function WallHeader({ live, rotation, onEdit }: WallHeaderProps) {
  const t = useT();
  const title = useOwnTitle() || t('wall.title');
  return (
    <header className={styles.header}>
      <div className={styles.side}>
        <span className={styles.live} data-state={live.state} role="status">
          {t(`wall.${live.state}`)}
        </span>
        <Clock />
      </div>
      <h1 style={{ fontSize: titleSize(title) }}>{title}</h1>
      <Tools rotation={rotation} onEdit={onEdit} />
    </header>
  );
}

/** Font size by length: the title must fit between clock and buttons. */
export function titleSize(title: string): number {
  const ems = [...title].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1.1 : 0.58), 0);
  return Math.min(40, Math.floor(760 / Math.max(1, ems)));
}

function Clock() {
  const language = useLanguage();
  const now = useNow(1000);
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
  const timeZone = networkZone();
  return (
    <span className={styles.clock}>
      <strong>{new Date(now).toLocaleTimeString('en-GB', { timeZone })}</strong>
      <span>
        {new Date(now).toLocaleDateString(locale, {
          timeZone,
          ...{ year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' },
        })}
      </span>
    </span>
  );
}

function Tools({ rotation, onEdit }: Pick<WallHeaderProps, 'rotation' | 'onEdit'>) {
  const t = useT();
  const navigate = useNavigate();
  const mayEdit = useMay(wallLayouts.set.needs);
  const { isMuted, setMuted } = useMuted();
  const { count, canTurn, paused, setPaused, go } = rotation;
  return (
    <div className={styles.tools}>
      {count > 2 && <Tool name={t('wall.previous')} icon={<LeftOutlined />} onClick={() => go(-1)} />}
      {canTurn && (
        <Tool
          name={t(paused ? 'wall.resume' : 'wall.pause')}
          icon={paused ? <CaretRightOutlined /> : <PauseOutlined />}
          onClick={() => setPaused(!paused)}
        />
      )}
      {count > 2 && <Tool name={t('wall.next')} icon={<RightOutlined />} onClick={() => go(1)} />}
      <Tool
        name={t(isMuted ? 'wall.unmute' : 'wall.mute')}
        icon={isMuted ? <AudioMutedOutlined /> : <SoundOutlined />}
        onClick={() => setMuted(!isMuted)}
      />
      {mayEdit && <Tool name={t('wall.edit')} icon={<EditOutlined />} onClick={onEdit} />}
      <Tool
        name={t('wall.full_screen')}
        icon={<FullscreenOutlined />}
        onClick={() =>
          void (document.fullscreenElement
            ? document.exitFullscreen()
            : document.documentElement.requestFullscreen())
        }
      />
      <Tool name={t('wall.leave')} icon={<LogoutOutlined />} onClick={() => void navigate('/homepages')} />
    </div>
  );
}

function Tool({ name, icon, onClick }: { name: string; icon: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={styles.tool} title={name} aria-label={name} onClick={onClick}>
      {icon}
    </button>
  );
}
