/** Machine names of features in words; a name without words is shown as it is, underscores as spaces. */
export function useFeatureName(): (feature: string) => string {
  return (feature) => feature.replaceAll('_', ' ');
}
