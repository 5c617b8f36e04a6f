import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Map as MapLibre, Marker } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { type MapBounds, MapView } from '#web/map/MapView.tsx';
import { useMapType } from '#web/map/useMapType.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { type OrderRow, OrderStateMark } from '#web/widgets/order/OrderMarks.tsx';
import styles from './work-orders.module.css';

const MOST = 1000;

interface Place {
  site_id: number;
  longitude: number;
  latitude: number;
  orders: OrderRow[];
}

/** Map of open orders; several at one station share a mark. */
export function OrderMap({ onOpen }: { onOpen(order_id: number): void }) {
  const t = useT();
  const type = useMapType();
  const answer = useCall(
    orders.list,
    { open: true, page_size: MOST },
    { refetchMs: 30_000, keepPrevious: true },
  );
  const places = useMemo(() => placesOf(answer.data?.data_info ?? []), [answer.data]);
  const [chosen, setChosen] = useState<number>();
  const there = places.find(({ site_id }) => site_id === chosen);
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  if (places.length === 0) return <EmptyState title={t('orders.map_none')} hint={t('orders.hint')} />;
  return (
    <div className={styles.map}>
      <MapView type={type} bounds={boundsOf(places)}>
        {(map) => <Marks map={map} places={places} onOpen={onOpen} onChoose={setChosen} />}
      </MapView>
      {there && <OrdersThere place={there} onOpen={onOpen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

function placesOf(rows: readonly OrderRow[]): Place[] {
  const found = new Map<number, Place>();
  for (const order of rows) {
    const { site_id, longitude, latitude } = order;
    if (site_id === null || longitude === null || latitude === null) continue;
    const place = found.get(site_id) ?? { site_id, longitude, latitude, orders: [] };
    place.orders.push(order);
    found.set(site_id, place);
  }
  return [...found.values()];
}

function boundsOf(places: readonly Place[]): MapBounds {
  const [east, north] = [places.map((one) => one.longitude), places.map((one) => one.latitude)];
  return [
    Math.min(...east) - 0.1,
    Math.min(...north) - 0.1,
    Math.max(...east) + 0.1,
    Math.max(...north) + 0.1,
  ];
}

interface MarksProps {
  map: MapLibre;
  places: readonly Place[];
  onOpen(order_id: number): void;
  onChoose(site_id: number): void;
}

function Marks({ map, places, onOpen, onChoose }: MarksProps) {
  const t = useT();
  const language = useLanguage();
  useEffect(() => {
    const markers = places.map(({ site_id, longitude, latitude, orders: there }) => {
      const [first] = there;
      const mark = document.createElement('button');
      mark.type = 'button';
      mark.className = styles.mark ?? '';
      mark.dataset.late = String(there.some(({ overdue }) => overdue));
      mark.textContent = String(there.length);
      mark.title = there
        .map((order) =>
          [
            `#${order.order_id} ${localName(order, 'order_title', language)}`,
            t(`orders.state_${order.state}`),
          ].join(' · '),
        )
        .join('\n');
      mark.setAttribute('aria-label', `${first?.site_name ?? ''}: ${mark.title}`);
      mark.onclick = () => (there.length === 1 && first ? onOpen(first.order_id) : onChoose(site_id));
      return new Marker({ element: mark }).setLngLat([longitude, latitude]).addTo(map);
    });
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [map, places, onOpen, onChoose, t, language]);
  return null;
}

/** Selects one of several orders at a station. */
function OrdersThere({
  place,
  onOpen,
  onClose,
}: {
  place: Place;
  onOpen(order_id: number): void;
  onClose(): void;
}) {
  const t = useT();
  const language = useLanguage();
  return (
    <section className={styles.there}>
      <header>
        <strong>{place.orders[0]?.site_name}</strong>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('common.close')}
          onClick={onClose}
        />
      </header>
      <ul>
        {place.orders.map((order) => (
          <li key={order.order_id}>
            <button type="button" className={styles.toOrder} onClick={() => onOpen(order.order_id)}>
              {`#${order.order_id} ${localName(order, 'order_title', language)}`}{' '}
              <OrderStateMark state={order.state} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
