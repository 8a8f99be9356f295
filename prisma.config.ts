// The CLI would download a schema engine that `generate` and `validate` never call. Any executable keeps it from trying,
// so that an installation needs nothing but the npm registry.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default {
  schema: 'prisma',
  migrations: { path: 'prisma/migrations' },
};
