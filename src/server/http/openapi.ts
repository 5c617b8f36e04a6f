import * as z from 'zod';
import { madeItems } from '#shared/contract/fields.ts';
import { files } from '#shared/contract/files/files.ts';
import { everyCall, type NamedCall } from '#shared/contract/index.ts';

/** The OpenAPI document, made from the contract alone. */
export function openapi(version: string) {
  let paths: Record<string, object> | undefined;
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Lanjing 蓝境',
      version,
      description:
        'All calls are POST. Answers are HTTP 200 with { code, data }; code 0 is success. ' +
        'Headers: OperationPlatform, IMEI (a stored device id) and access_token.',
    },
    components: {
      securitySchemes: {
        access_token: { type: 'apiKey' as const, in: 'header' as const, name: 'access_token' },
      },
    },
    /** Lazy: describing every call takes longer than starting the server. */
    get paths() {
      paths ??= Object.fromEntries(everyCall().map((named) => [named.call.path, { post: operation(named) }]));
      return paths;
    },
  };
}

function operation({ feature, name, call }: NamedCall) {
  const isPublic = call.needs === 'public';
  const media = call.path === files.upload.path ? 'multipart/form-data' : 'application/json';
  return {
    tags: [feature],
    summary: name,
    description: isPublic ? 'Open to anyone.' : `Needs: ${call.needs}`,
    security: isPublic ? [] : [{ access_token: [] }],
    parameters: [{ name: 'IMEI', in: 'header', schema: { type: 'string' } }],
    requestBody: { content: { [media]: { schema: schemaOf(call.input, 'input') } } },
    responses: {
      200: {
        description: 'The envelope',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { type: 'integer' }, data: schemaOf(call.output, 'output') },
              required: ['code'],
            },
          },
        },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const item = madeItems.get(zodSchema);
      if (item) Object.assign(jsonSchema, { type: 'array', items: schemaOf(item, io) });
    },
  });
  return rest;
}
