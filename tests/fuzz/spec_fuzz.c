/* SPDX-License-Identifier: MIT */
/* spec_fuzz.c - any text as a spec: it gives a canonical form that parses to itself, or an error */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <berth.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void spec_is_canonical(const char *spec)
{
    char again[8192];
    berth_error error;
    int len = berth_spec_canonical(spec, NULL, again, sizeof again, &error);
    assert(len == (int)strlen(spec) && strcmp(spec, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    char canonical[8192];
    berth_error error = {0};
    char *text = malloc(len + 1);
    assert(text != NULL);
    memcpy(text, data, len);
    text[len] = '\0';
    int length = berth_spec_canonical(text, NULL, canonical, sizeof canonical, &error);
    if (length < 0) {
        assert(error.code == length && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    } else if ((size_t)length < sizeof canonical) {
        spec_is_canonical(canonical);
    }
    free(text);
    return 0;
}
