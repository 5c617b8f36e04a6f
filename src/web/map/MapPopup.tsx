import { type Map as MapLibre, Popup } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './map-view.module.css';

interface MapPopupProps {
  map: MapLibre;
  longitude: number;
  latitude: number;
  onClose(): void;
  children: ReactNode;
}

/** A card that stays at its place while the map moves. */
export function MapPopup({ map, longitude, latitude, onClose, children }: MapPopupProps) {
  const [card] = useState(() => document.createElement('div'));
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const popup = new Popup({
      closeButton: false,
      closeOnClick: true,
      focusAfterOpen: false,
      maxWidth: '320px',
      offset: 14,
      className: styles.popup,
    })
      .setLngLat([longitude, latitude])
      .setDOMContent(card)
      .addTo(map);
    const closed = popup.on('close', () => close.current());
    return () => {
      closed.unsubscribe();
      popup.remove();
    };
  }, [map, longitude, latitude, card]);
  return createPortal(children, card);
}
