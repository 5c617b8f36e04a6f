import { type PointerEvent, useRef, useState } from 'react';
import {
  type Calendar,
  dayLength,
  FIRST_HOUR,
  type Meeting,
  minuteOn,
  momentOf,
  pulled,
  type Room,
  snapped,
  type Wish,
} from './meeting.ts';

export interface CalendarActs {
  onWish(wish: Wish): void;
  onMeeting(meeting: Meeting): void;
  onMove(meeting: Meeting, to: { room_id: number; starts_at: string; ends_at: string }): void;
}

/** Drag state: a new time in a room, or an own meeting to another time or room. */
interface Pull {
  room_id: number;
  from: number;
  to: number;
  /** Minutes between pointer and start of the meeting. */
  grip?: number;
  meeting?: Meeting;
  hasMoved: boolean;
}

/** Drags over free time to book it, or moves an own meeting to another time or room. */
export function useRoomPull({
  calendar,
  date,
  onWish,
  onMeeting,
  onMove,
}: CalendarActs & { calendar: Calendar; date: string }) {
  const tracks = useRef<HTMLDivElement>(null);
  const [pull, showPull] = useState<Pull>();
  // A ref: on fast drags the next event may arrive before React has rendered the last one.
  const latest = useRef<Pull>(undefined);
  const setPull = (next: Pull | undefined) => {
    latest.current = next;
    showPull(next);
  };
  /** Room row and time under the pointer. */
  const under = (event: PointerEvent) => {
    const row = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element): element is HTMLElement => element instanceof HTMLElement && 'room' in element.dataset);
    const box = (row ?? tracks.current?.querySelector<HTMLElement>('[data-room]'))?.getBoundingClientRect();
    const minute = box ? FIRST_HOUR * 60 + ((event.clientX - box.left) / box.width) * dayLength : 0;
    return { room_id: row ? Number(row.dataset.room) : undefined, minute };
  };
  const begin = (event: PointerEvent<HTMLElement>, room: Room, meeting?: Meeting) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { minute } = under(event);
    if (meeting) {
      const from = minuteOn(date, meeting.starts_at);
      const to = minuteOn(date, meeting.ends_at);
      setPull({ room_id: room.room_id, from, to, grip: minute - from, meeting, hasMoved: false });
    } else if (room.may_book) {
      const from = snapped(minute);
      setPull({ room_id: room.room_id, from, to: from, hasMoved: false });
    } else return;
    tracks.current?.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    const held = latest.current;
    if (!held) return;
    const { room_id, minute } = under(event);
    if (!held.meeting) return setPull({ ...held, to: snapped(minute), hasMoved: true });
    const from = snapped(minute - (held.grip ?? 0));
    const into = calendar.rooms.find((room) => room.room_id === room_id && room.may_book)?.room_id;
    const moved = from !== held.from || (into ?? held.room_id) !== held.room_id;
    setPull({
      ...held,
      room_id: into ?? held.room_id,
      from,
      to: from + held.to - held.from,
      hasMoved: held.hasMoved || moved,
    });
  };
  const drop = () => {
    const held = latest.current;
    setPull(undefined);
    if (!held) return;
    const { meeting, room_id, from, to, hasMoved } = held;
    if (!meeting) return onWish({ room_id, date, ...pulled(from, to) });
    if (!hasMoved) return onMeeting(meeting);
    onMove(meeting, { room_id, starts_at: momentOf(date, from), ends_at: momentOf(date, to) });
  };
  return { tracks, pull, begin, drag, drop, letGo: () => setPull(undefined) };
}
