import { webAddress } from './web-address.ts';

/** The bundled map, services with known addresses, and any other. */
export const mapProviders = ['bundled', 'tianditu', 'amap', 'baidu', 'tiles'] as const;

/** Tiles that replace the bundled map: any XYZ address, and WMTS through `wmtsAddress`. */
export interface TileProvider {
  id: string;
  /**
   * Addresses by type, base layer first, then overlays, with {z} {x} {y}, and {s} and {key} if the provider needs them.
   * Without a dark map the general one is darkened.
   */
  tiles: { general: string[]; satellite?: string[] | undefined; dark?: string[] | undefined };
  hosts?: string[] | undefined;
  key?: string | undefined;
  max_zoom: number;
  attribution: string;
  /** Tiles in one of China's shifted systems; the browser corrects them. */
  datum?: ShiftedDatum | undefined;
}

export const shiftedDatums = ['gcj02', 'bd09'] as const;
export type ShiftedDatum = (typeof shiftedDatums)[number];

/** One address per host, for parallel requests of the browser. */
export function tileAddresses(address: string, { hosts = [''], key = '' }: TileProvider): string[] {
  const keyed = address.replace('{key}', encodeURIComponent(key));
  return keyed.includes('{s}') ? hosts.map((host) => keyed.replace('{s}', host)) : [keyed];
}

/** Origins that the browser loads tiles from, for the Content-Security-Policy. */
export function tileOrigins(provider: TileProvider): string[] {
  return everyOrigin(provider).filter(isOrigin);
}

function everyOrigin(provider: TileProvider): string[] {
  const addresses = Object.values(provider.tiles).flatMap((ground) => ground ?? []);
  return [...new Set(addresses.flatMap((address) => tileAddresses(address, provider)).map(originOf))];
}

/** They appear twice in a header of every response, and proxies in front accept 4 KB of headers in total. */
const LONGEST_ORIGINS = 1200;

/** Problems of addresses and hosts in combination. */
export function tileProblem(provider: TileProvider): 'bad_format' | 'too_many_hosts' | undefined {
  const origins = everyOrigin(provider);
  if (!origins.every(isOrigin)) return 'bad_format';
  return origins.join(' ').length > LONGEST_ORIGINS ? 'too_many_hosts' : undefined;
}

/** An address on a plain host, in which {s} may be a part. */
export function isTileAddress(address: string): boolean {
  return isOrigin(originOf(address).replace('{s}', '1')) && !/[\s\p{Cc}]/u.test(address);
}

export function hasPlaces(address: string): boolean {
  return ['{z}', '{x}', '{y}'].every((place) => address.includes(place));
}

/** A value for {s}: one or several labels of a host name. */
export function isTileHost(host: string): boolean {
  return host.split('.').every((label) => LABEL.test(label));
}

/** A label does not begin or end with a hyphen. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const LONGEST_HOST = 253;

function originOf(address: string): string {
  return /^https?:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';
}

/** Scheme, host and port in ASCII: other characters would break the header that contains the origin. */
function isOrigin(text: string): boolean {
  const [, host = '', port] = /^https?:\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  // The URL parser checks ports and numeric addresses.
  const address = webAddress(text);
  if (!address || Number(port) === 0) return false;
  if (host.startsWith('[')) return true;
  // The browser normalises unusual IP spellings (`010.1`), so they would not match the header.
  const isPlain = address.hostname === host.toLowerCase();
  return isPlain && host.length <= LONGEST_HOST && isTileHost(host.replace(/\.$/, ''));
}

export interface Wmts {
  url: string;
  layer: string;
  matrix_set: string;
  style?: string;
  format?: string;
}

/** The tile address of a WMTS service. Other parameters of `url`, such as a key, are kept. */
export function wmtsAddress({ url, layer, matrix_set, style = 'default', format = 'tiles' }: Wmts): string {
  const query = `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=${style}&TILEMATRIXSET=${matrix_set}`;
  const separator = url.includes('?') ? '&' : '?';
  return `${url}${separator}${query}&FORMAT=${format}&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}`;
}

/** The national map; its labels are a separate layer. */
export function tianditu(key: string): TileProvider {
  const layer = (name: string) =>
    wmtsAddress({
      url: `https://t{s}.tianditu.gov.cn/${name}_w/wmts?tk={key}`,
      layer: name,
      matrix_set: 'w',
    });
  return {
    id: 'tianditu',
    tiles: { general: ['vec', 'cva'].map(layer), satellite: ['img', 'cia'].map(layer) },
    hosts: Array.from('01234567'),
    key,
    max_zoom: 18,
    attribution: '天地图',
  };
}

/** AMap. Its tiles need no key and are in GCJ-02. */
export function amap(): TileProvider {
  const street =
    'https://webrd0{s}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}';
  const satellite = (style: number) =>
    `https://webst0{s}.is.autonavi.com/appmaptile?style=${style}&x={x}&y={y}&z={z}`;
  return {
    id: 'amap',
    tiles: { general: [street], satellite: [satellite(6), satellite(8)] },
    hosts: Array.from('1234'),
    max_zoom: 18,
    attribution: '高德地图',
    datum: 'gcj02',
  };
}

/** Baidu. Its tiles have their own grid and projection; street and dark maps need the key of a web application. */
export function baidu(key: string): TileProvider {
  const styled = (style: string) =>
    `https://api.map.baidu.com/customimage/tile?x={x}&y={y}&z={z}&scale=1&ak={key}${style}`;
  return {
    id: 'baidu',
    tiles: {
      general: [styled('')],
      satellite: [
        'https://maponline{s}.bdimg.com/starpic/?qt=satepc&u=x={x};y={y};z={z};v=009;type=sate&fm=46',
        'https://maponline{s}.bdimg.com/tile/?qt=vtile&x={x}&y={y}&z={z}&styles=sl&scaler=1',
      ],
      dark: [styled('&customid=dark')],
    },
    hosts: Array.from('0123'),
    key,
    max_zoom: 18,
    attribution: '百度地图',
    datum: 'bd09',
  };
}
