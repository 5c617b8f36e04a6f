import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';

/** Tiles beside the wall's map, in the order of the editor. */
export const wallTiles = [
  'distribution',
  'primary',
  'ranking',
  'ranking_pm25',
  'cities',
  'trend_aqi',
  'trend_pm25',
  'trend_o3',
  'online',
  'alarms',
  'orders',
  'water',
] as const;
export type WallTile = (typeof wallTiles)[number];

/** More would not be readable from five metres. */
export const tilesPerSide = 4;

const tiles = z.array(z.enum(wallTiles)).max(tilesPerSide);
const rotateSeconds = z.int().refine((seconds) => seconds === 0 || (seconds >= 5 && seconds <= 600), {
  message: 'out_of_range',
});

const layout = { left_tiles: tiles, right_tiles: tiles, rotate_seconds: rotateSeconds };

export const builtInLayout = {
  left_tiles: ['distribution', 'ranking', 'cities'],
  right_tiles: ['trend_aqi', 'trend_pm25', 'online', 'orders'],
  rotate_seconds: 20,
} satisfies z.output<z.ZodObject<typeof layout>>;

/** 0: the role has the built-in layout. */
const version = z.int().min(0);
const kept = z.object({ role_id: z.int(), ...layout, version });
export type WallLayout = z.output<typeof kept>;

function hasEachOnce({ left_tiles, right_tiles }: { left_tiles: WallTile[]; right_tiles: WallTile[] }) {
  return new Set([...left_tiles, ...right_tiles]).size === left_tiles.length + right_tiles.length;
}

/** The wisdom screen: each role has its own selection of tiles. */
export const wallLayouts = {
  /** The layout of the user's role. */
  mine: call({
    path: '/monitor/wisdomscreen/layout',
    needs: 'signed-in',
    input: empty,
    output: kept,
  }),
  /** The layouts of all roles, for editing. */
  list: call({
    path: '/monitor/wisdomscreen/layouts',
    needs: 'wall.write',
    input: empty,
    output: z.object({
      data_info: z.array(kept.extend({ role_name: z.string(), role_name_en: z.string() })),
      total: z.int(),
    }),
  }),
  set: call({
    path: '/monitor/wisdomscreen/layout/set',
    needs: 'wall.write',
    writes: true,
    input: z
      .strictObject({ role_id: z.int().min(0), ...layout, version })
      .refine(hasEachOnce, { path: ['right_tiles'], message: 'repeated' }),
    output: empty,
  }),
  /** Resets to the built-in layout. */
  reset: call({
    path: '/monitor/wisdomscreen/layout/reset',
    needs: 'wall.write',
    writes: true,
    input: z.object({ role_id: z.int().min(0), version }),
    output: empty,
  }),
};
