import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { repeats } from '#shared/domain/meeting-dates.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { roomEquipment } from './rooms.ts';

export const meetingStates = ['booked', 'started', 'ended', 'cancelled', 'released'] as const;
export const attendeeAnswers = ['invited', 'accepted', 'declined'] as const;
/** A month view has six weeks. */
const LONGEST_DAYS = 42;

const state = z.enum(meetingStates);

export const meetings = listing({
  name: 'meetings',
  path: '/meeting/appointment/data',
  needs: 'meeting.read',
  row: {
    meeting_id: id,
    room_id: id,
    room_name: z.string(),
    department_name: z.string(),
    theme: z.string(),
    appointer_id: id.nullable(),
    appointer_name: z.string(),
    starts_at: time,
    ends_at: time,
    state,
    attendees: z.string(),
    booked_at: time,
  },
  sortable: ['starts_at', 'ends_at', 'booked_at', 'room_name', 'theme', 'appointer_name', 'state'],
  search: ['theme', 'room_name', 'appointer_name', 'attendees'],
  filters: {
    room_id: id.optional(),
    state: state.optional(),
    /** Booked by the user, or with the user as invitee. */
    mine: z.enum(['booked', 'invited']).optional(),
    starts_at_from: time.optional(),
    starts_at_to: time.optional(),
  },
});

const meeting = z.object({
  meeting_id: id,
  version: z.int(),
  room_id: id,
  series_id: id.nullable(),
  theme: z.string(),
  description: z.string(),
  appointer_id: id.nullable(),
  appointer_name: z.string(),
  starts_at: time,
  ends_at: time,
  state,
  attendees: z.array(z.object({ user_id: id, real_name: z.string(), answer: z.enum(attendeeAnswers) })),
});

const repeat = z
  .object({ every: z.enum(repeats), until: z.string().refine(isIsoDate, 'bad_date') })
  .nullable()
  .default(null);
const wanted = {
  room_id: id,
  starts_at: time,
  ends_at: time,
  attendee_ids: z.array(id).min(1, 'required').max(500),
};
/** Optional here, because missing values have their own codes, 80 and 81, which the server returns. */
const named = { room_id: id.nullable().default(null), attendee_ids: z.array(id).max(500).default([]) };
const one = z.object({ meeting_id: id });

export const meetingActions = {
  /** Rooms and their bookings. */
  calendar: call({
    path: '/meeting/appointment/calendar',
    needs: 'meeting.read',
    input: z
      .object({ from: time, to: time })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
        path: ['to'],
        message: 'start_after_end',
      })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_DAYS * DAY_MS, {
        path: ['to'],
        message: 'too_big',
      }),
    output: z.object({
      rooms: z.array(
        z.object({
          room_id: id,
          room_name: z.string(),
          department_name: z.string(),
          place: z.string(),
          capacity: z.int(),
          equipment: z.array(z.enum(roomEquipment)),
          no_show_minutes: z.int().nullable(),
          may_book: z.boolean(),
        }),
      ),
      meetings: z.array(meeting),
    }),
  }),
  /** People who can be invited. */
  people: call({
    path: '/meeting/people/data',
    needs: 'meeting.read',
    input: empty,
    output: z.object({
      data_info: z.array(z.object({ user_id: id, real_name: z.string(), account: z.string() })),
    }),
  }),
  /** Conflicts of a booking by date, before it is made: occupied rooms prevent it, busy people do not. */
  check: call({
    path: '/meeting/appointment/check',
    needs: 'meeting.book',
    input: z.object({ ...wanted, repeat, /** The meeting to move. */ meeting_id: id.optional() }),
    output: z.object({
      dates: z.array(
        z.object({
          starts_at: time,
          ends_at: time,
          room: z
            .object({ theme: z.string(), appointer_name: z.string(), starts_at: time, ends_at: time })
            .nullable(),
          people: z.array(z.object({ user_id: id, real_name: z.string(), theme: z.string() })),
        }),
      ),
    }),
  }),
  add: call({
    path: '/meeting/appointment/add',
    needs: 'meeting.book',
    writes: true,
    input: z.object({
      ...wanted,
      ...named,
      theme: name(100),
      description: text(2000).default(''),
      repeat,
      /**
       * For a series: skips dates on which the room is occupied. Otherwise one such date prevents the whole booking.
       */
      skip_taken: z.boolean().default(false),
    }),
    output: z.object({ meeting_ids: z.array(id), skipped: z.int() }),
  }),
  /** By the person who booked it: another time, room, theme or company. */
  edit: call({
    path: '/meeting/appointment/edit',
    needs: 'meeting.book',
    writes: true,
    input: z.object({
      meeting_id: id,
      version: z.int(),
      room_id: id.optional(),
      starts_at: time.optional(),
      ends_at: time.optional(),
      theme: name(100).optional(),
      description: text(2000).optional(),
      attendee_ids: z.array(id).max(500).optional(),
    }),
    output: empty,
  }),
  cancel: call({
    path: '/meeting/appointment/cancel',
    needs: 'meeting.book',
    writes: true,
    /** `following`: also the later meetings of the series. */
    input: one.extend({ following: z.boolean().default(false) }),
    output: z.object({ cancelled: z.int() }),
  }),
  /** Starts the meeting: the person who booked it, or an invitee, is there. */
  open: call({
    path: '/meeting/appointment/open',
    needs: 'meeting.book',
    writes: true,
    input: one,
    output: empty,
  }),
  /** Ends the meeting, perhaps early; the room becomes free. */
  end: call({
    path: '/meeting/appointment/end',
    needs: 'meeting.book',
    writes: true,
    input: one,
    output: empty,
  }),
  answer: call({
    path: '/meeting/appointment/answer',
    needs: 'meeting.read',
    writes: true,
    input: one.extend({ answer: z.enum(['accepted', 'declined']) }),
    output: empty,
  }),
};
