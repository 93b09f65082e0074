/** A GPU that a batch leaves out. */
export function wordOtherModel(
  { index, name }: { readonly index: number; readonly name: string },
  model: string,
): string {
  return `GPU ${index} (${name}) is not used: a batch uses one model, and GPUs of the model ${model} come first. To use it instead, set GRADE_GPU=${index}.`;
}
