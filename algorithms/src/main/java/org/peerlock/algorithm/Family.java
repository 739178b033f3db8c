package org.peerlock.algorithm;

/** What a node must have in order to enter. */
public enum Family {
    PERMISSION_OF_ALL("permission of all"),
    PERMISSION_OF_SOME("permission of some"),
    TOKEN("token");

    private final String text;

    Family(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
