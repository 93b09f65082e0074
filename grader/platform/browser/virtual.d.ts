/** Modules that the bundler makes. */
declare module 'virtual:templates' {
  export const templates: {
    readonly texts: Readonly<Record<string, string>>;
    readonly compiled: Readonly<Record<string, TemplateSpecification>>;
  };
}

declare module 'virtual:gpus' {
  /** `grader/timing/estimate/gpus/`, by name. */
  export const gpus: Readonly<Record<string, unknown>>;
}
